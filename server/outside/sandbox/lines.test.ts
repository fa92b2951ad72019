import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compileScript, runScript } from "../../common-resource/script.ts";
import { callOf, forever, settings } from "../../testing/sandboxed.ts";
import { createSandbox, type RunningSandbox } from "./sandbox.ts";

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await createSandbox(settings);
});
afterAll(() => sandbox.close());

type Result = { ok: true } | { ok: false; error: string };
const errorOf = (result: Result) => (result.ok ? "no error" : result.error);

const mapped = (isLegacy: boolean) => (body: string) =>
  runScript(compileScript({ body, mimeType: "", filterEmptyResponse: false }, { isLegacy }), [[{}, {}]], {
    name: "contacts",
    direction: "fromVendor",
    hook: (call, signal) => sandbox.of("one").hook(call, signal),
    signal: forever,
  }).then(
    () => "no error",
    (error: Error) => error.message,
  );

/** Everything that runs the text of an author, each with code of ours around it. */
const KINDS: [name: string, run: (body: string) => Promise<string>][] = [
  ["a script or filter", async (body) => errorOf(await sandbox.of("one").run(callOf(body), forever))],
  [
    "a script of engine v1",
    async (body) => errorOf(await sandbox.of("one").run(callOf(body, { scriptEngine: "v1" }), forever)),
  ],
  ...[false, true].map((isLegacy): (typeof KINDS)[number] => [
    isLegacy ? "a legacy hook" : "a hook",
    async (body) => errorOf(await sandbox.of("one").hook({ body, isLegacy, variables: {}, origins: [] }, forever)),
  ]),
  ["a script of a common resource", mapped(false)],
  ["a legacy script of a common resource", mapped(true)],
];

const FAULTS = [
  ["a missing end", "if ("],
  ["an open bracket", "done({ a: [1 }"],
  ["an open text", "done('a"],
  ["an open comment", "/* done(1)"],
  ["an additional bracket", "done(1); }"],
  ["a word too many", "done(1) done(2)"],
  ["a value that is missing", "null.x"],
  ["a name that is unknown", "done(unheardOf)"],
  ["a fault in a function", "[1].map((one) => one.x.y)"],
  ["JSON that is broken in its third line", String.raw`JSON.parse("{\n\n!}")`],
] as const;

describe.each(KINDS)("%s", (_, run) => {
  test.each(FAULTS)("names the line of the author's text: %s", async (_, body) => {
    for (const before of [0, 2]) {
      const error = await run("\n".repeat(before) + body);
      expect(error.match(/line \d+/g), error).toEqual([`line ${before + 1}`]);
    }
  });
});
