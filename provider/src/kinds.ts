import { campaignKind } from "./resources/campaign/kind";
import { listKind } from "./resources/listKind";
import { sourceAgentKind } from "./resources/sourceAgent/kind";

/** All kinds of resources by name. `runtime.ts` serves each under its name. */
export const kinds = { List: listKind, SourceAgent: sourceAgentKind, Campaign: campaignKind } as const;

/** The name of a kind, used for its class and its type in states. */
export type Kind = keyof typeof kinds;
