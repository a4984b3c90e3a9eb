import type { Answer } from "../api/objects";
import { decisiveOf } from "./kind";
import type { CreateSituation } from "./situation";

/**
 * What the service shows of the new object. It is read once if the answer leaves out whether it contacts people, or if
 * it is not known yet what this service can read.
 */
export async function firstLook(
  { kind, run, account, about, urn }: Pick<CreateSituation, "kind" | "run" | "account" | "about" | "urn">,
  answer: Answer,
  isListed: boolean,
): Promise<{ readonly answer: Answer; readonly unseen: boolean }> {
  const untold = decisiveOf(kind).filter((property) => typeof answer[property] !== "boolean");
  if (isListed && untold.length === 0) return { answer, unseen: false };
  // A failed read is no error: the object exists and has to be recorded.
  const finding = await account.find(kind.name, answer.id, `reading ${about}`, { fresh: true }).catch(() => {});
  const shown = finding?.status === "found" ? { ...answer, ...finding.answer } : answer;
  const hidden = untold.filter((property) => typeof shown[property] !== "boolean");
  if (hidden.length > 0) {
    run.warn(
      `${about}: created (id ${answer.id}), and the service does not show ${hidden.join(", ")}: look in the app.`,
      urn,
      kind.roles.running === undefined ? "new-people" : "starts-sending",
    );
  }
  return { answer: shown, unseen: finding?.status === "unreadable" };
}
