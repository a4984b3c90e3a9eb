import { describe, expect, it } from "vitest";
import { agentStep, agentValues, listStep, previewOf, type Told, unknown } from "../../support/review/previews";
import { hasDanger, review, runs } from "../../support/review/reviewing";

describe("new people", () => {
  it("without --show-sames a new agent on an existing list needs approval", () => {
    // the running campaign on list 5 is one of 3 unchanged resources that the CLI leaves out
    expect(
      hasDanger(
        [
          agentStep({
            op: "create",
            name: "second",
            id: undefined,
            before: undefined,
            after: agentValues({ name: "Second" }),
          }),
        ],
        4,
      ),
    ).toBe(true);
  });
  it("without --show-sames and beside what the program only reads", () => {
    const read = (index: number): Told => {
      const values = { value: "x" };
      return { op: "read", type: "random:index/randomId:RandomId", name: `r${index}`, before: values, after: values };
    };
    const second = agentStep({ op: "create", name: "second", id: undefined, before: undefined, after: agentValues() });
    expect(hasDanger([...[1, 2, 3, 4].map(read), second], 4)).toBe(true);
  });
  it("a new agent whose list is known only after the update", () => {
    expect(
      hasDanger([
        runs,
        listStep(),
        agentStep({ op: "create", before: undefined, after: agentValues({ listId: unknown }) }),
      ]),
    ).toBe(true);
  });
  it("an agent repointed to a list that is known only after the update", () => {
    expect(
      hasDanger([
        runs,
        listStep(),
        agentStep({ op: "update", before: agentValues({ listId: 6 }), after: agentValues({ listId: unknown }) }),
      ]),
    ).toBe(true);
  });
  it("a paused agent whose flag is known later", () => {
    expect(
      hasDanger([
        runs,
        listStep(),
        agentStep({ op: "update", before: agentValues({ paused: true }), after: agentValues({ paused: unknown }) }),
      ]),
    ).toBe(true);
  });
  it("a lower score that is known later or secret", () => {
    const s = (v: unknown) =>
      hasDanger([
        runs,
        listStep(),
        agentStep({
          op: "update",
          before: agentValues({ minLeadScore: 0.9 }),
          after: agentValues({ minLeadScore: v }),
        }),
      ]);
    expect([s(unknown), s("[secret]")]).toEqual([true, true]);
  });
  it("targeting that is secret on both sides and changes", () => {
    const s = agentValues({ targetJobTitles: "[secret]" });
    expect(hasDanger([runs, listStep(), agentStep({ op: "update", before: s, after: s })])).toBe(true);
  });
  it("a whole signal that is known later", () => {
    const v = (more: unknown[]) => agentValues({ variables: [{ type: "HIRING", value: "true" }, ...more] });
    expect(hasDanger([runs, listStep(), agentStep({ op: "update", before: v([]), after: v([unknown]) })])).toBe(true);
  });
  it("skipIcpFilter, includeOpenToWorkProfiles known later", () => {
    expect(
      hasDanger([
        runs,
        listStep(),
        agentStep({
          op: "update",
          before: agentValues({ skipIcpFilter: false }),
          after: agentValues({ skipIcpFilter: unknown }),
        }),
      ]),
    ).toBe(true);
    expect(
      hasDanger([
        runs,
        listStep(),
        agentStep({
          op: "update",
          before: agentValues({ includeOpenToWorkProfiles: false }),
          after: agentValues({ includeOpenToWorkProfiles: unknown }),
        }),
      ]),
    ).toBe(true);
  });
  it("more credits and the waterfall find more people", () => {
    expect(
      hasDanger([
        runs,
        listStep(),
        agentStep({
          op: "update",
          before: agentValues({ maxCreditUsage: 10 }),
          after: agentValues({ maxCreditUsage: 10_000 }),
        }),
      ]),
    ).toBe(true);
    expect(
      hasDanger([
        runs,
        listStep(),
        agentStep({
          op: "update",
          before: agentValues({ leadWaterfall: false }),
          after: agentValues({ leadWaterfall: true }),
        }),
      ]),
    ).toBe(true);
  });
  it("a filter that is first declared with a wider value than the service had (outputs)", () => {
    const before = agentValues();
    expect(
      hasDanger([
        runs,
        listStep(),
        agentStep({
          op: "update",
          before,
          outputs: { ...before, minLeadScore: 0.9 },
          after: agentValues({ minLeadScore: 0.1 }),
        }),
      ]),
    ).toBe(true);
  });
  it("titles first declared in the program (the agent had others, set in the app)", () => {
    const before = { name: "Finder", listId: 5, agentType: "autopilot" };
    expect(
      hasDanger([
        runs,
        listStep(),
        agentStep({
          op: "update",
          before,
          outputs: { ...before, targetJobTitles: ["CEO"] },
          after: { ...before, targetJobTitles: ["CEO", "Intern"] },
        }),
      ]),
    ).toBe(true);
  });
  it("a paused agent (in the app) that is replaced by one that runs", () => {
    const text = review(
      previewOf([
        runs,
        listStep(),
        agentStep({
          op: "replace",
          before: agentValues(),
          outputs: { ...agentValues(), paused: true },
          after: agentValues({ agentType: "lookalike" }),
        }),
      ]),
    );
    expect(text.findings.map(({ code }) => code)).toContain("new-people");
  });
  it("a replaced agent that fills the list of a running campaign", () => {
    const text = review(
      previewOf([
        runs,
        listStep(),
        agentStep({
          op: "replace",
          before: agentValues(),
          outputs: { ...agentValues(), paused: false },
          after: agentValues({ agentType: "lookalike" }),
        }),
      ]),
    );
    expect(text.findings.map(({ code }) => code)).toContain("new-people");
  });
  it("the seat of a signal changes", () => {
    const v = (seat: number) =>
      agentValues({
        variables: [{ type: "VISITED_PROFILE", value: "true", needsUserToken: true, linkedinSeatId: seat }],
      });
    const [agent] = review(
      previewOf([runs, listStep(), agentStep({ op: "update", before: v(7), after: v(8) })]),
    ).agents;
    expect((agent?.signals.added.length ?? 0) + (agent?.properties.length ?? 0)).toBeGreaterThan(0);
  });
});
