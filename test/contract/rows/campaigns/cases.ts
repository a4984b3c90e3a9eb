import type { Case } from "../stage";
import { adoptedFormers } from "./adoptedFormers";
import { adoptedFromOthers } from "./adoptedFromOthers";
import { adoptedFromState } from "./adoptedFromState";
import { adoptedInRun } from "./adoptedInRun";
import { adoptedThenOff } from "./adoptedThenOff";
import { adopting } from "./adopting";
import { announced } from "./announced";
import { attachedSince } from "./attachedSince";
import { changedSince } from "./changedSince";
import { changing } from "./changing";
import { codesOfOthers } from "./codesOfOthers";
import { draftsAfterFailures } from "./draftsAfterFailures";
import { draftsBetween } from "./draftsBetween";
import { formerLists } from "./formerLists";
import { formerVersions } from "./formerVersions";
import { foundInOrder } from "./foundInOrder";
import { foundKept } from "./foundKept";
import { foundMoved } from "./foundMoved";
import { givenUpLists } from "./givenUpLists";
import { hidden } from "./hidden";
import { hiddenByOwn } from "./hiddenByOwn";
import { imports } from "./imported";
import { keptAfterFailure } from "./keptAfterFailure";
import { keptByName } from "./keptByName";
import { launchedInApp } from "./launchedInApp";
import { launchedUnseen } from "./launchedUnseen";
import { leftLists } from "./leftLists";
import { listsNotShown } from "./listsNotShown";
import { listsOfTheApp } from "./listsOfTheApp";
import { lostStartReverted } from "./lostStartReverted";
import { movedLists } from "./movedLists";
import { movedOn } from "./movedOn";
import { movedUnrecorded } from "./movedUnrecorded";
import { namesakesElsewhere } from "./namesakesElsewhere";
import { onlyPeople } from "./onlyPeople";
import { otherClients } from "./otherClients";
import { passedOn } from "./passedOn";
import { pending } from "./pending";
import { pendingDrafts } from "./pendingDrafts";
import { ranAndLeft } from "./ranAndLeft";
import { releasedElsewhere } from "./releasedElsewhere";
import { releasedFormers } from "./releasedFormers";
import { removedDrafts } from "./removedDrafts";
import { renaming } from "./renaming";
import { restartAfterLoss } from "./restartAfterLoss";
import { revertedReplacements } from "./revertedReplacements";
import { running } from "./running";
import { saidOffOnce } from "./saidOffOnce";
import { settled } from "./settled";
import { settledElsewhere } from "./settledElsewhere";
import { sharedBefore } from "./sharedBefore";
import { sharedLists } from "./sharedLists";
import { sharedSince } from "./sharedSince";
import { staleAccounts } from "./staleAccounts";
import { startedSince } from "./startedSince";
import { startedUnasked } from "./startedUnasked";
import { starting } from "./starting";
import { startingAgain } from "./startingAgain";
import { stated } from "./stated";
import { switchedOnAgain } from "./switchedOnAgain";
import { takenAsOff } from "./takenAsOff";
import { takenOffLists } from "./takenOffLists";
import { twins } from "./twins";
import { usedCodes } from "./usedCodes";

/** The rows about campaigns. */
export const campaigns: readonly Case[] = [
  ...changing,
  ...starting,
  ...running,
  ...sharedLists,
  ...movedLists,
  ...movedUnrecorded,
  ...attachedSince,
  ...lostStartReverted,
  ...formerLists,
  ...foundInOrder,
  ...foundKept,
  ...foundMoved,
  ...hidden,
  ...keptByName,
  ...launchedInApp,
  ...announced,
  ...startedUnasked,
  ...startingAgain,
  ...draftsBetween,
  ...draftsAfterFailures,
  ...revertedReplacements,
  ...keptAfterFailure,
  ...startedSince,
  ...givenUpLists,
  ...formerVersions,
  ...movedOn,
  ...imports,
  ...adopting,
  ...adoptedFormers,
  ...adoptedFromOthers,
  ...adoptedFromState,
  ...takenAsOff,
  ...takenOffLists,
  ...removedDrafts,
  ...releasedElsewhere,
  ...releasedFormers,
  ...pendingDrafts,
  ...renaming,
  ...twins,
  ...hiddenByOwn,
  ...listsOfTheApp,
  ...leftLists,
  ...listsNotShown,
  ...onlyPeople,
  ...otherClients,
  ...namesakesElsewhere,
  ...passedOn,
  ...pending,
  ...settled,
  ...settledElsewhere,
  ...changedSince,
  ...ranAndLeft,
  ...sharedSince,
  ...staleAccounts,
  ...stated,
  ...saidOffOnce,
  ...adoptedInRun,
  ...codesOfOthers,
  ...adoptedThenOff,
  ...restartAfterLoss,
  ...sharedBefore,
  ...launchedUnseen,
  ...usedCodes,
  ...switchedOnAgain,
];
