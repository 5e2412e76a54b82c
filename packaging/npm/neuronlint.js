#!/usr/bin/env node
// Starts the program that the package for this machine carries.
"use strict";

const { spawn } = require("node:child_process");
const os = require("node:os");

function program() {
  const machine = `${process.platform}-${process.arch}`;
  const name = process.platform === "win32" ? "neuronlint.exe" : "neuronlint";
  try {
    return require.resolve(`@neuronlint/${machine}/${name}`);
  } catch {
    console.error(
      `neuronlint: the package @neuronlint/${machine} is not installed: ` +
        "either there is none for this machine, or optional dependencies were left out",
    );
    process.exit(2);
  }
}

const child = spawn(program(), process.argv.slice(2), { stdio: "inherit" });
// The program ends itself when it is interrupted, and its exit status is ours. A terminal
// interrupts both, so only what reached this process alone is passed on.
process.on("SIGINT", () => {});
for (const signal of ["SIGTERM", "SIGHUP"]) {
  process.on(signal, () => child.kill(signal));
}
child.on("error", (error) => {
  console.error(`neuronlint: ${error.message}`);
  process.exit(2);
});
child.on("exit", (code, signal) => {
  process.exit(code ?? 128 + os.constants.signals[signal]);
});
