/**
 * The module that the text in every state requires. Its path and the names of its exports never change, because existing
 * states contain them.
 */
import { dynamicProvider } from "./host/dynamicProvider";
import { kinds } from "./kinds";

export const List = dynamicProvider(kinds.List);
export const SourceAgent = dynamicProvider(kinds.SourceAgent);
export const Campaign = dynamicProvider(kinds.Campaign);
