import { describe, expect, it } from "vitest";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { step } from "../../../provider/src/resources/campaign/step";
import { withStatedMode } from "../../../provider/src/resources/campaign/stepForm";
import { campaign, problemsOf, unknown } from "./programs";

describe("step", () => {
  it("returns plain objects", () => {
    expect(step.visitProfile()).toEqual({ type: "visitProfile" });
    expect(step.invitation({ delayAfterLastStep: 1 })).toEqual({ type: "invitation", delayAfterLastStep: 1 });
    expect(step.invitationNote({ note: "Hello" })).toEqual({ type: "invitationNote", note: "Hello" });
    expect(step.voiceMessage({ url: "https://example.com/a.mp3" })).toEqual({
      type: "voiceMessage",
      url: "https://example.com/a.mp3",
    });
    expect(step.likePosts()).toEqual({ type: "likePosts" });
    expect(step.likePosts({ numberOfPosts: 3 })).toEqual({ type: "likePosts", numberOfPosts: 3 });
  });

  it("sets the mode of a message", () => {
    expect(step.message()).toEqual({ type: "message", messageMode: "ai" });
    expect(step.message({ delayAfterLastStep: 3 })).toMatchObject({ messageMode: "ai" });
    expect(step.message({ message: "Hi" })).toEqual({ type: "message", messageMode: "same", message: "Hi" });
    expect(step.message({ message: unknown })).toMatchObject({ messageMode: "same", message: unknown });
    expect(step.email()).toEqual({ type: "email", messageMode: "ai" });
    expect(step.email({ subject: "A", message: "B" })).toMatchObject({ messageMode: "same", subject: "A" });
  });

  it("never leaves a lost text to the AI", () => {
    const lost = step.message({ message: undefined });
    expect(lost).toMatchObject({ messageMode: "same" });
    // The engine's input: properties without a value are missing.
    const delivered: unknown = JSON.parse(JSON.stringify(lost));
    expect(problemsOf(campaignKind, { ...campaign, steps: [delivered] })).toEqual([
      "steps[0].message: is missing: a step whose messageMode is `same` needs `message`",
    ]);
    expect(problemsOf(campaignKind, { ...campaign, steps: [{ type: "message", message: undefined }] })).toEqual([
      "steps[0].message: is undefined: give the text, or set messageMode to `ai` to let the service write it",
    ]);
  });

  it.each([
    [{ type: "message", message: undefined }, "same"],
    [{ type: "message", message: "Hi" }, "same"],
    [{ type: "email", subject: undefined }, "same"],
    [{ type: "email", subject: "Hi", messageMode: "ai" }, "ai"],
    [{ type: "message" }, undefined],
    [{ type: "visitProfile", message: undefined }, undefined],
  ])("keeps the mode that %j sets, whatever its text turns out to be", (plain, mode) => {
    expect(withStatedMode(plain)).toEqual(mode === undefined ? plain : { ...plain, messageMode: mode });
  });
});
