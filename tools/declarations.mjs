// @ts-check
import { StepError } from "./step.mjs";

/**
 * Rolls the declarations of an entry, and of all that it uses, up into one text without imports of other own files.
 * @param {string} file the declaration of the entry, as the compiler has written it
 * @returns {Promise<string>}
 */
export async function rolledUp(file) {
  // Not at the top: this file is loaded before the packages are installed.
  const [{ rollup }, { dts }] = await Promise.all([import("rollup"), import("rollup-plugin-dts")]);
  const bundle = await rollup({
    input: file,
    external: (name) => !name.startsWith(".") && !name.startsWith("/") && name !== file,
    plugins: [dts({ sourcemap: false })],
    onwarn: ({ message, code }) => {
      // The entry of the state has no types to tell.
      if (code !== "EMPTY_BUNDLE") throw new StepError(`declarations of ${file}: ${message}`);
    },
  });
  const { output } = await bundle.generate({ format: "es" });
  await bundle.close();
  return output[0].code;
}
