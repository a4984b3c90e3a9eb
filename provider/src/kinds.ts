import { campaignKind } from "./resources/campaign";
import { listKind } from "./resources/list";
import { sourceAgentKind } from "./resources/sourceAgent";

/** Every kind of resource, by its name: the one list of them. */
export const kinds = { List: listKind, SourceAgent: sourceAgentKind, Campaign: campaignKind } as const;

/** The name of a kind: of its class, and of its type in states. */
export type Kind = keyof typeof kinds;
