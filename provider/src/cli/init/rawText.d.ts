/** The content of a file, embedded in the bundle by the build. */
declare module "*?raw" {
  const text: string;
  export default text;
}
