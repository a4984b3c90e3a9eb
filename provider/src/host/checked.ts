/** Set by `pulumi-outreach check` alone: the program runs without a service. */
export const checkVariable = "OUTREACH_CHECK";
