import { describe, expect, it } from "vitest";
import {
  campaignOutputs,
  campaignValues,
  listStep,
  newList,
  ofKind,
  previewOf,
  secret,
  type Told,
  unknown,
  urnOf,
} from "../../support/review/previews";
import { campaign, codes, off, on, review } from "../../support/review/reviewing";

const recorded = (outputs: Record<string, unknown>, changes: object) => {
  return { ...outputs, recorded: JSON.stringify({ ...JSON.parse(String(outputs.recorded)), ...changes }) };
};
const unseen = (values: Record<string, unknown>, active = false) =>
  recorded(campaignOutputs(values, active), { unseen: true });
/** The campaign's resource q1 leaves the program. */
const leaves = (more: Partial<Told> = {}): Told =>
  campaign({ op: "delete", before: on, outputs: unseen(on, true), after: undefined, ...more });
/** The campaign's resource `renamed` is added to it. */
const comes = (values: Told["after"] = on, more: Partial<Told> = {}): Told =>
  campaign({ op: "create", name: "renamed", id: undefined, after: values, ...more });
const sideBySide = "danger side-by-side";
const texts = (steps: readonly Told[]) =>
  review(previewOf(steps)).findings.flatMap(({ code, text }) => (code === "side-by-side" ? [text] : []));

describe("a resource that is renamed without an alias, on a service that does not show campaigns", () => {
  it("is a danger: two campaigns write to the same people", () => {
    expect(texts([leaves(), comes(), listStep()])).toEqual([
      "Campaign “Fintech Q1” comes into the program beside campaign “Fintech Q1” (id 9), which leaves it, is running and cannot be switched off by this service: both write to the people of the list “Fintech founders”. If it is the same campaign under another resource name, add the old name “q1” to the option aliases of the new resource. Otherwise switch the old one off in the app first.",
    ]);
  });

  it.each<[string, Told[]]>([
    [
      "the old one was off when it was last seen, and may have been launched",
      [leaves({ before: off, outputs: unseen(off) }), comes()],
    ],
    ["the record cannot be read", [leaves({ outputs: { ...on, active: true, recorded: "?" } }), comes()]],
    [
      "its create got no response",
      [leaves({ outputs: recorded(campaignOutputs(on, true), { pending: { since: "2027" } }) }), comes()],
    ],
    ["the flag of the new one is known later", [leaves(), comes(campaignValues({ active: unknown }))]],
    ["the list of the new one is secret", [leaves(), comes(campaignValues({ active: true, listIds: [secret] }))]],
    ["the new one has other lists as well", [leaves(), comes(campaignValues({ active: true, listIds: [6, 5] }))]],
    ["the new one takes over another campaign", [leaves(), comes({ ...on, adopt: 12 })]],
  ])("if %s", (_, steps) => {
    expect(codes(steps)).toContain(sideBySide);
  });

  it.each<[string, Told[]]>([
    ["the service shows campaigns", [leaves({ outputs: campaignOutputs(on, true) }), comes()]],
    ["the new one is inactive", [leaves(), comes(off)]],
    ["the lists differ", [leaves(), comes(campaignValues({ active: true, listIds: [6] }))]],
    [
      "the new one has a new list",
      [
        leaves(),
        comes(campaignValues({ active: true, listIds: [unknown] }), {
          dependencies: { listIds: [urnOf(ofKind("List"), "fintech")] },
        }),
        newList({ after: { name: "New" } }),
      ],
    ],
    ["the new one takes over the old one", [leaves(), comes({ ...on, adopt: 9 })]],
    ["nothing leaves", [comes()]],
  ])("not if %s", (_, steps) => {
    expect(codes(steps)).not.toContain(sideBySide);
  });
});
