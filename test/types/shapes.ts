/** The hand-written arguments have the shape of the schemas: the same fields, of the same types, as optional. */
import type { Unwrap } from "@pulumi/pulumi";
import type { z } from "zod";
import type { Accepted } from "../../provider/src/kind/defineKind";
import type { ResourceInsteadOfId } from "../../provider/src/kind/id";
import type { CampaignArgs } from "../../provider/src/resources/campaign/args";
import type { campaignFields } from "../../provider/src/resources/campaign/kind";
import type { Step } from "../../provider/src/resources/campaign/step";
import type { stepSchemas } from "../../provider/src/resources/campaign/stepSchema";
import type { StepType } from "../../provider/src/resources/campaign/stepTypes";
import type { ListArgs } from "../../provider/src/resources/list";
import type { listFields } from "../../provider/src/resources/listKind";
import type { SourceAgentArgs } from "../../provider/src/resources/sourceAgent/args";
import type { sourceAgentFields } from "../../provider/src/resources/sourceAgent/kind";
import type { Signal, UndocumentedSignal } from "../../provider/src/resources/sourceAgent/signal";
import type { signalSchema } from "../../provider/src/resources/sourceAgent/signalSchema";
import type { describedTypes, specifiedTypes } from "../../provider/src/resources/sourceAgent/signalTypes";

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

/** What a program may write once everything is known, with lists as the schemas have them and without mere hints. */
type Known<Args> = { [Name in keyof Args]: Plain<Unwrap<Args[Name]>> };
type Plain<Value> = Value extends ResourceInsteadOfId
  ? never
  : Value extends readonly (infer Item)[]
    ? Plain<Item>[]
    : Value;

/** Compiles for `true` only. */
function holds<Claim extends true>(): Claim | undefined {
  return undefined;
}

holds<Same<Known<ListArgs>, Accepted<typeof listFields>>>();
holds<Same<Omit<Known<CampaignArgs>, "steps">, Omit<Accepted<typeof campaignFields>, "steps">>>();
holds<Same<Omit<Known<SourceAgentArgs>, "variables">, Omit<Accepted<typeof sourceAgentFields>, "variables">>>();

// Steps and signals are narrower than their schemas: what goes together is part of the type.
holds<Fits<Known<CampaignArgs>, Accepted<typeof campaignFields>>>();
holds<Fits<Known<SourceAgentArgs>, Accepted<typeof sourceAgentFields>>>();
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
holds<Same<Omit<Known<ListArgs>, "adopt">, Accepted<typeof listFields>>>();
// @ts-expect-error a field is of another type
holds<Same<{ name: number }, { name: string }>>();
