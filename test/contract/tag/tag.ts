import { defineKind, type ValuesOf } from "../../../provider/src/kind/defineKind";
import { text, word } from "../../../provider/src/kind/fields";

interface TagArgs {
  readonly name: string;
  readonly colour?: (typeof colours)[number];
}

export const colours = ["red", "green", "blue"] as const;

/**
 * A kind that the package does not have: only this file declares it. The rows for every kind run with it (see
 * tagService.ts), so no part of the provider can depend on one of its own kinds without failing here.
 */
export const tagKind = defineKind<ValuesOf<TagArgs>>({
  name: "Tag",
  noun: "tag",
  path: "/v1/tag",
  operations: { list: "P", read: "P", create: "S", update: "P", delete: "S" },
  fields: {
    name: text({ source: "S", changes: "update", required: true, role: "name", what: "the name of the tag", most: 60 }),
    colour: word({ source: "S", changes: "update", words: colours }),
  },
  readOnly: { userId: { source: "P" }, createdAt: { source: "P" } },
});
