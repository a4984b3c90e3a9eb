/** The command `pulumi-outreach`. The build bundles it into a separate file, which users' programs do not load. */
import { join } from "node:path";
import { runProcess } from "./cli/main";

void runProcess(join(__dirname, "..", "package.json"));
