/**
 * The module that the text in every state requires. Its path and the names of its exports never change, because existing
 * states contain them.
 */
import { dynamicProvider } from "./host/dynamicProvider";
import { campaignKind } from "./resources/campaign/kind";
import { listKind } from "./resources/listKind";
import { sourceAgentKind } from "./resources/sourceAgent/kind";

export const List = dynamicProvider(listKind);
export const SourceAgent = dynamicProvider(sourceAgentKind);
export const Campaign = dynamicProvider(campaignKind);
