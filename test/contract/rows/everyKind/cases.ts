import type { Case } from "../stage";
import { acknowledging } from "./acknowledging";
import { adoptedPaused } from "./adoptedPaused";
import { adopting } from "./adopting";
import { answers } from "./answers";
import { belonging } from "./belonging";
import { editedStates } from "./editedStates";
import { failedPending } from "./failedPending";
import { forcing } from "./forcing";
import { lostAgain } from "./lostAgain";
import { lostBeside } from "./lostBeside";
import { droppedFromReads, droppedHeaders, otherOwners } from "./otherOwners";
import { pending } from "./pending";
import { refusedByPage } from "./refusedByPage";
import { replacedBefore } from "./replacedBefore";
import { revertedVersions } from "./revertedVersions";
import { settling } from "./settling";
import { twins } from "./twins";
import { vanishing } from "./vanishing";

/** The rows for every kind. */
export const everyKind: readonly Case[] = [
  ...twins,
  ...adopting,
  ...forcing,
  ...vanishing,
  ...belonging,
  ...acknowledging,
  ...pending,
  ...failedPending,
  ...lostAgain,
  ...lostBeside,
  ...refusedByPage,
  ...settling,
  ...replacedBefore,
  ...adoptedPaused,
  ...revertedVersions,
  ...answers,
  ...editedStates,
  ...otherOwners,
  ...droppedHeaders,
  ...droppedFromReads,
];
