import { z } from "zod";
import type { CommandDefinition } from "../command";
import { accountOptions } from "../options";

export const doctor = {
  name: "doctor",
  summary: "Check the settings, the service and this machine",
  description:
    "Each line says what was found and how to correct it. Works without a key, an address or a network, and changes nothing. At most ten requests. Exit code 1 if something is broken; warnings alone are 0",
  input: z.object(accountOptions()),
  examples: [
    ["pulumi-outreach doctor", "Check everything"],
    ["pulumi-outreach doctor --as alice@example.com", "Also whether the key may act for this member"],
    ["pulumi-outreach doctor --json | jq '.checks[] | select(.status == \"broken\")'", "What has to be corrected"],
  ],
} satisfies CommandDefinition;
export type DoctorInput = z.output<typeof doctor.input>;
