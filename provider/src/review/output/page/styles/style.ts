import { base } from "../../../../page/styles/base";
import { layout } from "../../../../page/styles/layout";
import { parts } from "../../../../page/styles/parts";
import { print } from "../../../../page/styles/print";
import { calendar } from "./calendar";

/** All styles of the page, but for the columns of its calendar. */
export const style = `${base}${layout}${parts}${calendar}${print}`;
