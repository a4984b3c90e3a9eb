import { campaignKind } from "./resources/campaign/kind";
import { listKind } from "./resources/listKind";
import { sourceAgentKind } from "./resources/sourceAgent/kind";

/** Every kind of resource, by its name: the one list of them. `runtime.ts` serves each under its name. */
export const kinds = { List: listKind, SourceAgent: sourceAgentKind, Campaign: campaignKind } as const;

/** The name of a kind: of its class, and of its type in states. */
export type Kind = keyof typeof kinds;
