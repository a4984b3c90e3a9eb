import type { Input } from "@pulumi/pulumi";
import type { Id, IdInput } from "../../kind/id";
import type { ProgramArgs } from "../program";
import type { StepInput } from "./step";

/** The arguments of a campaign. Service specification: `POST /v1/campaign`. */
export interface CampaignArgs extends ProgramArgs {
  /**
   * Required. At least one character on one line. Changed in place. Service specification: `POST /v1/campaign`, campaign name.
   */
  name: Input<string>;
  /**
   * Required. The lists whose contacts the campaign works through: at least one, none twice, in any order. Changed in place; a
   * list added to an active campaign starts sending to its contacts. Service specification: `POST /v1/campaign`,
   * `listIds`.
   */
  listIds: Input<readonly IdInput[]>;
  /**
   * Required. The steps carried out for each contact, in this order; at least one. The text, subject and mode of a message
   * are changed in place; any other change (number, types, order, delays, notes, recordings) replaces the campaign. Service
   * specification: Campaign step; `POST /v1/campaign`, step ordering rules.
   */
  steps: Input<readonly StepInput[]>;
  /**
   * The LinkedIn seat that sends. Required if any step is not `email`, an error if all steps are. Changing it replaces the
   * campaign. Service specification: `POST /v1/campaign`, `linkedinSeatId`.
   */
  linkedinSeatId?: Input<Id>;
  /**
   * The e-mail seats that send, in any order. At least one if there is an `email` step; up to 100, but more than one only
   * if every step is an e-mail. Changing them replaces the campaign. Service specification: `POST /v1/campaign`, email seat
   * IDs; Limits.
   */
  emailSeatIds?: Input<readonly Input<Id>[]>;
  /**
   * Language of the texts that the service writes, as a locale tag: `en-US`, `fr`. No default. Changing it replaces the
   * campaign. Service specification: `POST /v1/campaign`, language.
   */
  language?: Input<string>;
  /**
   * `true` starts the outreach as soon as the campaign is created, and on every day after. If missing, the campaign is
   * created inactive, and from then on the flag is managed in the app. The service cannot change the flag later: `false` to
   * `true` replaces the campaign, `true` to `false` fails at preview. Refused if the setting `launch` is `never`, and at
   * the update in a run started by a coding agent. Service specification: States and transitions, Campaign.
   */
  active?: Input<boolean>;
}
