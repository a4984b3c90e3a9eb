/** The text of a file, put into the bundle by the build. */
declare module "*?raw" {
  const text: string;
  export default text;
}
