/**
 * The module required by the `__provider` text in every state. Its path and export names never change, because existing
 * states contain them.
 */
import { dynamicProvider } from "./host/dynamicProvider";
import { kinds } from "./kinds";

export const List = dynamicProvider(kinds.List);
export const SourceAgent = dynamicProvider(kinds.SourceAgent);
export const Campaign = dynamicProvider(kinds.Campaign);
