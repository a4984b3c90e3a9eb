import { base } from "./base";
import { calendar } from "./calendar";
import { layout } from "./layout";
import { parts } from "./parts";
import { print } from "./print";

/** All styles of the page, but for the columns of its calendar. */
export const style = `${base}${layout}${parts}${calendar}${print}`;
