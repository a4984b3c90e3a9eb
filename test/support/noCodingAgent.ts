import { codingAgents } from "../../provider/src/host/codingAgents";

// A coding agent may run the tests: its command runner's variables must not affect what a tested run may start.
for (const { marks } of codingAgents) {
  for (const { name } of marks) delete process.env[name];
}
