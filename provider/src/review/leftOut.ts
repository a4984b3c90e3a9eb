import { changesOwn, type Plan } from "./input/plan";
import { ofTheApp } from "./ofTheApp";

/** What this review could not look at. */
export function leftOutOf(plan: Plan): string[] {
  const { about, areUnchangedShown, isStopped, stack, leftOut } = plan;
  return [
    ...ofTheApp(plan),
    ...leftOut,
    ...(about === "planned" && changesOwn(plan)
      ? [
          "Whoever applies this change can overrule a refusal by a variable such as OUTREACH_ACKNOWLEDGE where `pulumi up` runs: no preview shows that.",
        ]
      : []),
    ...(isStopped ? [`What comes after the error in stack ${stack} was not computed.`] : []),
    ...(areUnchangedShown || isStopped
      ? []
      : [
          `The preview of stack ${stack} leaves out unchanged resources, so this review cannot tell which running campaigns their lists and agents reach. Make it with \`pulumi preview --refresh --json --show-sames\`.`,
        ]),
  ];
}
