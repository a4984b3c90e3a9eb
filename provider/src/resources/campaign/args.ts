import type { Input } from "@pulumi/pulumi";
import type { Id, IdInput } from "../../kind/id";
import type { ProgramArgs } from "../program";
import type { StepInput } from "./step";

/** What a campaign is declared with. Service specification: `POST /v1/campaign`. */
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
   * Required. What is done to each contact, in this order: at least one step. The text, subject and mode of a message are
   * changed in place; anything else (number, types, order, delays, notes, recordings) replaces the campaign.
   * Service specification: Campaign step; `POST /v1/campaign`, step ordering rules.
   */
  steps: Input<readonly StepInput[]>;
  /**
   * The LinkedIn seat that sends. Required with any step but `email`, an error on campaigns of e-mails only. Changing
   * it replaces the campaign. Service specification: `POST /v1/campaign`, `linkedinSeatId`.
   */
  linkedinSeatId?: Input<Id>;
  /**
   * The e-mail seats that send: at least one where there is an `email` step; up to 100, but more than one only where
   * every step is an e-mail. In any order. Changing them replaces the campaign.
   * Service specification: `POST /v1/campaign`, email seat IDs; Limits.
   */
  emailSeatIds?: Input<readonly Input<Id>[]>;
  /**
   * Language of what the service writes, as a locale tag: `en-US`, `fr`. No default. Changing it replaces the
   * campaign. Service specification: `POST /v1/campaign`, language.
   */
  language?: Input<string>;
  /**
   * `true` starts the outreach as soon as the campaign is created, and every day after. Left out, the campaign is
   * created inactive and its flag is the app's business from then on. The service cannot change the flag later:
   * `false` to `true` replaces the campaign, `true` to `false` fails at preview. Refused where the setting `launch`
   * is `never`, and at the update in a run that a coding agent started. Service specification: States and transitions, Campaign.
   */
  active?: Input<boolean>;
}
