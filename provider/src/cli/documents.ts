import type { z } from "zod";
import { contactsShape, storyShape } from "../follow/contacts";
import { doctorShape } from "../follow/doctor/checks";
import { followedShape, logsShape } from "../follow/logs";
import { collisionsShape, personReportShape, suppressedShape } from "../follow/people/shapes";
import { queueShape } from "../follow/queue";
import { statusShape } from "../follow/status/model";
import { stopShape } from "../follow/stop";
import { stopMembersShape } from "../follow/stopMembers";
import { verifyShape } from "../follow/verify/model";
import { differenceSchema } from "../rehearse/difference/model";
import { rehearsalSchema } from "../rehearse/model";
import { reviewSchema } from "../review/model";
import { checkShape } from "./check/print";
import { completionShape } from "./completion/scripts";
import { exportShape } from "./export/show";
import { initShape } from "./init/show";
import { membersShape } from "./organization";

/** A JSON document that a command prints. */
export interface PrintedDocument {
  /** `docs/schemas/NAME.schema.json` is its schema. */
  readonly name: string;
  /** The command line that prints it. */
  readonly printedBy: string;
  readonly shape: z.ZodType;
  /** True if the command prints one document per line. */
  readonly isOnEachLine?: boolean;
}

/** The documents that commands print with `--json`. Only the generator of the JSON schemas loads this file. */
export const documents: Readonly<Record<string, readonly PrintedDocument[]>> = {
  init: [{ name: "init", printedBy: "init", shape: initShape }],
  check: [{ name: "check", printedBy: "check", shape: checkShape }],
  review: [{ name: "review", printedBy: "review", shape: reviewSchema }],
  rehearse: [
    { name: "rehearsal", printedBy: "rehearse", shape: rehearsalSchema },
    { name: "rehearsal-difference", printedBy: "rehearse --against REF", shape: differenceSchema },
  ],
  export: [{ name: "export", printedBy: "export", shape: exportShape }],
  status: [{ name: "status", printedBy: "status", shape: statusShape }],
  verify: [{ name: "verify", printedBy: "verify", shape: verifyShape }],
  queue: [{ name: "queue", printedBy: "queue", shape: queueShape }],
  logs: [
    { name: "logs", printedBy: "logs NAME", shape: logsShape },
    { name: "log-entry", printedBy: "logs NAME --follow", shape: followedShape, isOnEachLine: true },
  ],
  contacts: [
    { name: "contacts", printedBy: "contacts", shape: contactsShape },
    { name: "contact", printedBy: "contacts ID", shape: storyShape },
  ],
  people: [
    { name: "people-collisions", printedBy: "people --collisions", shape: collisionsShape },
    { name: "people-suppressed", printedBy: "people --suppressed", shape: suppressedShape },
  ],
  person: [{ name: "person", printedBy: "person WHO", shape: personReportShape }],
  stop: [
    { name: "stop", printedBy: "stop", shape: stopShape },
    { name: "stop-members", printedBy: "stop --all-members", shape: stopMembersShape },
  ],
  members: [{ name: "members", printedBy: "members", shape: membersShape }],
  doctor: [{ name: "doctor", printedBy: "doctor", shape: doctorShape }],
  completion: [{ name: "completion", printedBy: "completion SHELL", shape: completionShape }],
};
