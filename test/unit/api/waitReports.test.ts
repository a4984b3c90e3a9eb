import { expect, it } from "vitest";
import { redacted, sayWait } from "../../../provider/src/api/log";

it.each([
  [
    "a run of the engine",
    undefined,
    "After one Ctrl-C, operations that have begun go on; a second one ends the run, and nothing that waits is sent",
  ],
  ["a command", "Ctrl-C ends this command", "Ctrl-C ends this command"],
])("the report of a wait ends with what Ctrl-C does to %s, and holds no key", (_, onInterrupt, end) => {
  const said: string[] = [];
  const logger = { debug() {}, info: (text: string) => void said.push(text), warn() {}, onInterrupt };
  sayWait(
    redacted(logger, (text) => text.replace("osk_secret", "[key]")),
    "waiting for osk_secret",
  );
  expect(said).toEqual([`waiting for [key]. ${end}`]);
});
