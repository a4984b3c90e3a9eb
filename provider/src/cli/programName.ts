/** The name of the command, which is the name of its package, so that `npx` fetches no other program. */
export const programName = "pulumi-outreach";
