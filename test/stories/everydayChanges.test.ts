import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { harmful, harmless, noChange } from "../support/everyday/changes";
import { Recorder } from "../support/everyday/record";
import { recorded, recordingOf, recordingText } from "../support/everyday/recording";

let recorder: Recorder;
beforeAll(async () => {
  recorder = await Recorder.open();
});
afterAll(() => recorder.close());

// `npx vitest run -u --project stories test/stories/everydayChanges.test.ts` records them again.
describe("the real CLI previews, as recorded:", () => {
  it.each(Object.entries({ ...harmless, ...harmful }))("%s", async (name, row) => {
    const unchanged = row.project === undefined && name !== noChange ? await unchangedTeam() : undefined;
    const text = recordingText(recorded(await recorder.preview(row)), unchanged);
    await expect(text).toMatchFileSnapshot(recordingOf(name));
  });
});

let ofNoChange: Promise<ReturnType<typeof recorded>> | undefined;

function unchangedTeam(): Promise<ReturnType<typeof recorded>> {
  ofNoChange ??= recorder.preview({}).then(recorded);
  return ofNoChange;
}
