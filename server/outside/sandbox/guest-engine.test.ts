import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { type GuestEngine, openEngine } from "./guest-engine.ts";
import { prepareImage } from "./image.ts";

/** Pitfalls of this engine that its wrapper avoids; also tests that it keeps nothing between scripts. */

let engine: GuestEngine;
let reported: string[];
let isOverdue = false;

beforeAll(async () => {
  const folder = await prepareImage();
  engine = await openEngine({
    wasm: await WebAssembly.compile(await readFile(join(folder, "quickjs.wasm"))),
    image: await readFile(join(folder, "libraries.image")),
    memoryMb: 64,
    isOverdue: () => isOverdue,
    host: {
      __open: () => '{"members":{},"lazy":[]}',
      __read: () => "null",
      __log: () => {},
      __email: () => {},
      __call: () => {},
      __settle: (...words) => void reported.push(words.join(" ")),
    },
  });
});

async function run(body: string, repeatable?: { at: number; seed: string }): Promise<string[]> {
  reported = [];
  try {
    engine.start(`(function(trigger, steps, info, config, done) {${body}\n})`, false, repeatable);
  } finally {
    await engine.reset("everything");
  }
  return reported;
}

test("the deadline holds in every run after a reset", async () => {
  isOverdue = true;
  for (let times = 0; times < 3; times++) await expect(run("for (;;) {}")).rejects.toThrow("interrupted");
  isOverdue = false;
  expect(await run("done(1)")).toEqual(["value 1"]);
});

test("random numbers differ from run to run, those of the libraries too", async () => {
  const draw = "done([Math.random(), require('lodash').random(1e9), CE.randomString()])";
  const [one, other] = [await run(draw), await run(draw)];
  expect(JSON.parse(one[0]?.slice(6) ?? "")).toHaveLength(3);
  expect(one).not.toEqual(other);
});

test("a script that is repeatable has the time and the random numbers of its seed, and the next one has not", async () => {
  const draw = `const { random } = require('lodash'); const moment = require('moment');
    done([Date.now(), new Date().toISOString(), moment().year(), Math.random(), random(1e9), CE.randomString()])`;
  const at = Date.UTC(2020, 1, 29, 12);
  const one = await run(draw, { at, seed: "a" });
  expect(JSON.parse(one[0]?.slice(6) ?? "").slice(0, 3)).toEqual([at, "2020-02-29T12:00:00.000Z", 2020]);
  expect(await run(draw, { at, seed: "a" })).toEqual(one);
  expect(await run(draw, { at, seed: "b" })).not.toEqual(one);
  const [now = ""] = await run("done(Date.now())");
  expect(Number(now.slice(6))).toBeGreaterThan(at);
});

test("the clock of a repeatable script advances when it is read", async () => {
  const body = "const from = Date.now(); while (Date.now() < from + 1000); done(Date.now() - from)";
  expect(await run(body, { at: 0, seed: "a" })).toEqual(["value 1000"]);
});

test("nothing a script leaves behind is there for the next, whether memory grew or not", async () => {
  for (const growth of ["", "globalThis.big = new Uint8Array(2e7);"]) {
    await run(`${growth} globalThis.secret = 1; Object.prototype.secret = 1; require('lodash').secret = 1; done(1)`);
    expect(await run("done([typeof globalThis.secret, typeof {}.secret, typeof require('lodash').secret])")).toEqual([
      'value ["undefined","undefined","undefined"]',
    ]);
  }
});
