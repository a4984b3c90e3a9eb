import type { World } from "./worlds";

/** The facts about campaign 5, derived from the sources independently of the tables. */
export function truth({ listing, listed, record, isDeclared, isNamed, answers }: World) {
  const { object } = answers;
  const exists = object !== "gone" && (listed !== undefined || record !== undefined || isDeclared || isNamed === true);
  const shown = typeof object === "boolean" ? object : listed?.active;
  const isToldToRun = isDeclared || record?.ran === "running";
  // A listing that contains it without its status leaves it open, unless it is recorded.
  const isOpen = (listed !== undefined ? listed.active === undefined : isNamed === true) && record === undefined;
  const mayRun = exists && (shown ?? (isToldToRun || isOpen));
  const isListShown = listed?.lists !== undefined;
  // People of the list that are in it show that it was on the list. It may have left it, if the service shows other lists.
  const isInPeople = answers.users === "in";
  const onList =
    listed?.lists === "this" ||
    record?.targets === "this" ||
    isDeclared ||
    isNamed === true ||
    (isInPeople && !isListShown);
  const isNamesake = record?.sameName === true || (listed !== undefined && listed.is !== "other");
  const hasRun = mayRun || isDeclared || (record !== undefined && record.ran !== "never");
  return {
    exists,
    shown,
    mayRun,
    onList,
    isInPeople,
    isListShown,
    isNamesake,
    hasRun,
    isListing: listing !== "unshown",
  };
}
