/** The command `pulumi-outreach`. The build bundles it into a file of its own, which no program of a user loads. */
import { join } from "node:path";
import { runProcess } from "./cli/main";

void runProcess(join(__dirname, "..", "package.json"));
