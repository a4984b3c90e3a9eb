import { base } from "../../../../page/styles/base";
import { layout } from "../../../../page/styles/layout";
import { parts } from "../../../../page/styles/parts";
import { print } from "../../../../page/styles/print";
import { calendar } from "./calendar";

/** All styles of the page except the calendar's columns. */
export const style = `${base}${layout}${parts}${calendar}${print}`;
