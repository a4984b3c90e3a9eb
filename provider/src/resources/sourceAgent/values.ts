import type { ValuesOf } from "../../kind/defineKind";
import type { SourceAgentArgs } from "./args";

/** The values of a source agent, by name. */
export type SourceAgentValues = ValuesOf<SourceAgentArgs, "userId" | "createdAt" | "scriptId">;
