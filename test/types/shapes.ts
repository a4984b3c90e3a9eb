/** The hand-written arguments have the shape of the schemas: the same fields, of the same types, as optional. */
import type { Unwrap } from "@pulumi/pulumi";
import type { z } from "zod";
import type { CampaignArgs } from "../../provider/src/resources/campaignArgs";
import type { campaignSchema } from "../../provider/src/resources/campaignSchema";
import type { ListArgs } from "../../provider/src/resources/listArgs";
import type { listSchema } from "../../provider/src/resources/listDefinition";
import type { Signal, UndocumentedSignal } from "../../provider/src/resources/signal";
import type { signalSchema } from "../../provider/src/resources/signalSchema";
import type { describedTypes, specifiedTypes } from "../../provider/src/resources/signalTypes";
import type { SourceAgentArgs } from "../../provider/src/resources/sourceAgentArgs";
import type { sourceAgentSchema } from "../../provider/src/resources/sourceAgentSchema";
import type { Step } from "../../provider/src/resources/step";
import type { StepType, stepSchemas } from "../../provider/src/resources/stepSchema";

/** Assignable both ways, and with the same fields: optional ones are easily forgotten by assignability alone. */
type Same<Left, Right> = [Left] extends [Right] ? ([Right] extends [Left] ? SameKeys<Left, Right> : false) : false;
type SameKeys<Left, Right> = [Keys<Left>] extends [Keys<Right>]
  ? [Keys<Right>] extends [Keys<Left>]
    ? true
    : false
  : false;
/** The keys of every member of a union. */
type Keys<Value> = Value extends unknown ? keyof Value : never;
type Fits<Narrow, Wide> = [Narrow] extends [Wide] ? SameKeys<Narrow, Wide> : false;

/** Compiles for `true` only. */
function holds<Claim extends true>(): Claim | undefined {
  return undefined;
}

holds<Same<Unwrap<ListArgs>, z.input<typeof listSchema>>>();
holds<Same<Omit<Unwrap<CampaignArgs>, "steps">, Omit<z.input<typeof campaignSchema>, "steps">>>();
holds<Same<Omit<Unwrap<SourceAgentArgs>, "variables">, Omit<z.input<typeof sourceAgentSchema>, "variables">>>();

// Steps and signals are narrower than their schemas: what goes together is part of the type.
holds<Fits<Unwrap<CampaignArgs>, z.input<typeof campaignSchema>>>();
holds<Fits<Unwrap<SourceAgentArgs>, z.input<typeof sourceAgentSchema>>>();
type StepOf<Type extends StepType> = Unwrap<Extract<Step, { type: Type }>>;
type SchemaOf<Type extends StepType> = z.input<(typeof stepSchemas)[Type]>;
type EachStep = { [Type in StepType]: Fits<StepOf<Type>, SchemaOf<Type>> };
holds<EachStep[StepType]>();
holds<Same<Step["type"], StepType>>();
holds<Fits<Unwrap<Signal>, z.input<typeof signalSchema>>>();
type DocumentedType = Exclude<Signal, UndocumentedSignal>["type"];
holds<Same<DocumentedType, (typeof specifiedTypes)[number] | (typeof describedTypes)[number]>>();

// The claims above can fail.
// @ts-expect-error a field is missing
holds<Same<Omit<Unwrap<ListArgs>, "adopt">, z.input<typeof listSchema>>>();
// @ts-expect-error a field is of another type
holds<Same<{ name: number }, { name: string }>>();
