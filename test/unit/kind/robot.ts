import { defineKind, type ValuesOf } from "../../../provider/src/kind/defineKind";
import {
  type Field,
  flag,
  id,
  idSet,
  number,
  text,
  textSet,
  withDefault,
  word,
} from "../../../provider/src/kind/fields";

interface RobotArgs {
  readonly title: string;
  readonly model?: string;
  readonly dockIds: readonly number[];
  readonly ownerId?: number;
  readonly skills?: readonly string[];
  readonly speed?: number;
  readonly motto?: string;
  readonly on?: boolean;
  readonly asleep?: boolean;
}

const given = { source: "S", changes: "update" } as const;
const motto = text({ ...given, what: "the motto", lines: true, nullable: true });

/** A custom field type: it changes any value, and an update sends the motto with the object's number. */
const signedMotto: Field<typeof motto.schema> = {
  ...motto,
  identifies: true,
  canonical: (value) => (value === undefined ? undefined : String(value).trim()),
  updateValue: (_olds, news, answer) => `${String(news.motto)} (${String(answer.serial)})`,
};

/** A kind in which each property of a field occurs. */
export const robot = defineKind<ValuesOf<RobotArgs, "serial" | "battery">>({
  name: "Robot",
  noun: "toy robot",
  path: "/v1/toy/robot",
  operations: { list: "P", read: "P", create: "S", update: "P", pause: "S", delete: "I" },
  updateAdvice: "wind it up",
  listQuery: { all: "true" },
  fields: {
    title: text({ ...given, required: true, role: "name", what: "the title", most: 10 }),
    model: withDefault("walker", word({ ...given, changes: "replace", words: ["walker", "flyer"], trait: String })),
    dockIds: idSet({ ...given, required: true, targets: "dock", what: "a list of dock ids", some: "dock" }),
    ownerId: id({ ...given, trait: (value) => `owner ${value}` }),
    skills: textSet({ ...given, what: "a skill" }),
    speed: number({ ...given, changes: "replace", nullable: true, from: 0, to: 5 }),
    motto: signedMotto,
    on: flag({ ...given, changes: "replace", role: "running", absent: false }),
    asleep: flag({ ...given, role: "paused" }),
  },
  readOnly: { serial: { source: "I" }, battery: { source: "P", hidden: true } },
  filledIn: ["model"],
  rules: ({ on, speed }) => (on === true && speed === 0 ? [{ path: "speed", title: "is 0 though it is on" }] : []),
  warnings: ({ speed }) => (speed === 5 ? ["speed: this is fast"] : []),
  needsAsIs: (_inputs, path) => path === "motto",
});

/** Canonical inputs. */
export const declared = { title: "R2", model: "walker", dockIds: [1, 2] };
