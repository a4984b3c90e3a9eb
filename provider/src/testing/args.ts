import type { Unwrap } from "@pulumi/pulumi";
import type { CampaignArgs } from "../resources/campaign/args";
import type { Step } from "../resources/campaign/step";
import type { ListArgs } from "../resources/listKind";
import type { ProgramArgs } from "../resources/program";
import type { AgentType, SourceAgentArgs } from "../resources/sourceAgent/args";
import type { Signal } from "../resources/sourceAgent/signal";

/** The arguments with all values known. */
type Known<Args> = { readonly [Name in keyof Args]: Unwrap<Args[Name]> };
/** The known arguments, except those whose types are narrower in normal form. */
type Same<Args, Narrower extends keyof Args> = Known<Omit<Args, Narrower | keyof ProgramArgs>>;

/** The known arguments common to every resource. */
export interface KnownProgramArgs {
  /** The object that the resource adopts. */
  readonly adopt?: number | "twin";
  /** Acknowledgement codes. */
  readonly acknowledge?: readonly string[];
}

/** The arguments of a list in normal form. */
export interface KnownListArgs extends Same<ListArgs, never>, KnownProgramArgs {}

/** The arguments of a source agent in normal form: ids as numbers, defaults filled in. */
export interface KnownSourceAgentArgs
  extends Same<SourceAgentArgs, "listId" | "variables" | "agentType">,
    KnownProgramArgs {
  /** The list that receives the leads. */
  readonly listId: number;
  /** `autopilot` if the program omits it. */
  readonly agentType: AgentType;
  /** The signals to look for. */
  readonly variables?: readonly Unwrap<Signal>[];
}

/** The arguments of a campaign in normal form: ids as numbers, defaults filled in. */
export interface KnownCampaignArgs
  extends Same<CampaignArgs, "listIds" | "steps" | "linkedinSeatId" | "emailSeatIds">,
    KnownProgramArgs {
  /** The lists whose contacts the campaign works through. */
  readonly listIds: readonly number[];
  /** The steps with all defaults filled in, such as delays and message modes. */
  readonly steps: readonly Unwrap<Step>[];
  /** The LinkedIn seat that sends. */
  readonly linkedinSeatId?: number;
  /** The e-mail seats that send. */
  readonly emailSeatIds?: readonly number[];
}
