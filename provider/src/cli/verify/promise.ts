import { isRecord } from "../../api/json";
import { readableId } from "../../api/servedId";
import type { DeclaredCampaign, DeclaredStep, Promised } from "../../follow/verify/promise";
import { Refusal } from "../../lifecycle/refusal";
import type { Plan, PlannedResource } from "../../review/input/plan";
import { readPlan, readStates } from "../../review/input/read";
import { isPlain } from "../../review/input/values";
import { fileInput } from "../review/sources";
import { exportedState, ownerIn } from "../stackState";

const instead = "or name the output of `pulumi preview --json --show-sames` with --plan FILE";

/** What is promised: by a plan in a file, or by the state of a stack. Throws a Refusal. */
export async function readPromise(plan: string | undefined, stack: string | undefined): Promise<Promised> {
  if (plan !== undefined) return { from: "plan", campaigns: campaignsOf(whole(readPlan(await fileInput(plan)), plan)) };
  const state = { source: "the state of the stack", text: await exportedState(stack, instead) };
  // A state against itself: every resource is as it is, in the form that plans have.
  return { from: "state", campaigns: campaignsOf(readStates(state, state)) };
}

function whole(plan: Plan, file: string): Plan {
  const problem = plan.isStopped
    ? "the preview stopped at an error"
    : plan.areUnchangedShown
      ? undefined
      : "it leaves out what does not change";
  if (problem === undefined) return plan;
  throw new Refusal(
    `could not take ${file} as the promise: ${problem}, so that campaigns are missing in it.`,
    "Make it with `pulumi preview --json --show-sames`.",
  );
}

/** The campaigns that there are to be after the plan. */
function campaignsOf({ resources }: Plan): DeclaredCampaign[] {
  return resources
    .filter(({ kind, change }) => kind === "Campaign" && change !== "deleted")
    .map((resource) => declaredCampaign(resource));
}

function declaredCampaign(planned: PlannedResource): DeclaredCampaign {
  const { resource, id, change, after = {}, afterOutputs, beforeOutputs } = planned;
  const { name, active } = after;
  return {
    resource,
    // A replacement gets another id.
    id: change === "replaced" || change === "created" ? undefined : id,
    name: typeof name === "string" && isPlain(name) ? name : undefined,
    active: typeof active === "boolean" ? active : undefined,
    steps: stepsIn(after.steps),
    linkedinSeatId: readableId(after.linkedinSeatId),
    emailSeatIds: idsIn(after.emailSeatIds),
    listIds: idsIn(after.listIds),
    owner: ownerIn(afterOutputs ?? beforeOutputs ?? {}),
  };
}

function stepsIn(steps: unknown): readonly DeclaredStep[] | undefined {
  if (!Array.isArray(steps)) return undefined;
  const read = steps.map((step: unknown): DeclaredStep | undefined => {
    if (!isRecord(step) || typeof step.type !== "string" || !isPlain(step.type)) return undefined;
    const { type, delayAfterLastStep: delay } = step;
    return { type, delayAfterLastStep: typeof delay === "number" ? delay : undefined };
  });
  return read.every((step) => step !== undefined) ? read : undefined;
}

function idsIn(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const ids = value.map(readableId);
  return ids.every((id) => id !== undefined) ? ids : undefined;
}
