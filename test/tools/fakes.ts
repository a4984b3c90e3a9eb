import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { cliVersion } from "../../tools/pulumi/versions.mjs";

/** An executable that runs `body` with this Node.js, regardless of the PATH. */
export function writeProgram(folder: string, name: string, body: string): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, name);
  writeFileSync(path, programText(body));
  chmodSync(path, 0o755);
  return path;
}

function programText(body: string): string {
  return `#!${process.execPath}\n${body}\n`;
}

/** A CLI that prints its version, and otherwise follows its first argument. */
export function pulumiText(version: string): string {
  return programText(`
    const [first, ...others] = process.argv.slice(2);
    if (first === "version") console.log("v${version}");
    else if (first === "exit") process.exitCode = Number(others[0]);
    else if (first === "path") console.log(process.env.PATH);
    else if (first === "stay") {
      process.on("SIGTERM", () => process.exit(42));
      console.log("staying");
      setInterval(() => {}, 1000);
    } else console.log(JSON.stringify([first, ...others]));
  `);
}

export const companionNames = ["pulumi-language-nodejs", "pulumi-resource-pulumi-nodejs"];

export function writePulumi(folder: string, version: string, companions = companionNames): string {
  for (const name of companions) writeProgram(folder, name, "");
  const path = join(folder, "pulumi");
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, pulumiText(version));
  chmodSync(path, 0o755);
  return path;
}

/**
 * A `go` that builds fake programs and records each call in the file `calls`. It first waits while the file `gate`
 * exists.
 */
export function writeGo(folder: string, notes: { calls: string; gate: string }, version = "1.26.8"): string {
  const pulumi = JSON.stringify(pulumiText(cliVersion));
  return writeProgram(
    folder,
    "go",
    `
    const { appendFileSync, chmodSync, existsSync, writeFileSync } = require("node:fs");
    const given = process.argv.slice(2);
    if (given[0] === "version") return console.log("go version go${version} linux/amd64");
    const { GOFLAGS, GOTOOLCHAIN, GOWORK, CGO_ENABLED } = process.env;
    const call = { given, folder: process.cwd(), environment: { GOFLAGS, GOTOOLCHAIN, GOWORK, CGO_ENABLED } };
    appendFileSync(${JSON.stringify(notes.calls)}, JSON.stringify(call) + "\\n");
    const target = given[given.indexOf("-o") + 1];
    writeFileSync(target, "half");
    const finish = () => {
      if (existsSync(${JSON.stringify(notes.gate)})) return setTimeout(finish, 10);
      if (process.env.FAKE_GO_FAILS) {
        console.error("go: downloading example.com/module v1.0.0\\npulumi.go:1: the fake does not compile");
        process.exit(1);
      }
      writeFileSync(target, ${pulumi});
      chmodSync(target, 0o755);
    };
    finish();
  `,
  );
}

/** An address of this machine where nothing listens. */
export async function closedAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

/** A loopback server that is closed after the test. */
export async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A started Node.js program: its output so far, and how it ended. */
export interface Started {
  readonly pid: number;
  readonly output: () => string;
  readonly errorOutput: () => string;
  /** Resolves once standard output or standard error contains the text. */
  printed(text: string): Promise<void>;
  readonly ended: Promise<{ code: number | null; signal: string | null }>;
  kill(signal: NodeJS.Signals): void;
}

export function start(script: string, given: readonly string[], environment: Record<string, string>): Started {
  const child = spawn(process.execPath, [script, ...given], { env: environment, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  let errorOutput = "";
  const waiting = new Set<() => void>();
  const changed = () => {
    for (const check of waiting) check();
  };
  child.stdout.setEncoding("utf8").on("data", (text) => {
    output += text;
    changed();
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    errorOutput += text;
    changed();
  });
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.once("close", (code, signal) => resolve({ code, signal }));
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  return {
    pid: child.pid ?? 0,
    output: () => output,
    errorOutput: () => errorOutput,
    printed: (text) =>
      new Promise((resolve, reject) => {
        const check = () => {
          if (!output.includes(text) && !errorOutput.includes(text)) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        child.once("close", () => reject(new Error(`ended without "${text}":\n${output}${errorOutput}`)));
        check();
      }),
    ended,
    kill: (signal) => {
      child.kill(signal);
    },
  };
}
