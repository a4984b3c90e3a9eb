/** Set only by `pulumi-outreach check`: the program runs without a service. */
export const checkVariable = "OUTREACH_CHECK";
