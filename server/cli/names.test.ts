import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aCommandLine } from "#server/testing/command-line.ts";
import { aDemoProduct, type DemoProduct } from "#server/testing/demo-product.ts";
import { COMMANDS } from "./commands.ts";

// Names that match nothing are refused, so that no command changes what was not meant.

let product: DemoProduct;
let line: Awaited<ReturnType<typeof aCommandLine>>;
let folder: string;
let crm: number;

beforeAll(async () => {
  product = await aDemoProduct();
  line = await aCommandLine(product);
  folder = await mkdtemp(path.join(tmpdir(), "formulary-names-"));
  crm = (await product.connect("demobeacon")).id;
  const steps = [{ name: "say", type: "script", properties: { body: "done({});" } }];
  await product.send("POST /formulas", {
    name: "Order intake",
    triggers: [{ type: "manual", onSuccess: ["say"] }],
    steps,
  });
  await product.send("POST /formulas", { name: "Older", triggers: [{ type: "manual", onSuccess: ["say"] }], steps });
  await line.run("pull all", folder);
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await line.close();
  await product.close();
});

/** By command and option: a line that names what does not exist, and the refusal. */
const WRONG: Record<string, [string[], RegExp]> = {
  "apply --except": [
    ["apply", "all", "--yes", "--except", "formula Order intakes"],
    /^--except formula Order intakes: .* no formula "Order intakes"\. Did you mean 'formula Order intake'\?/,
  ],
  "apply --instance": [
    ["apply", "all", "--instance", "4711=12"],
    /^--instance 4711=12: the files name no element instance 4711\./,
  ],
  "pull --name": [
    ["pull", "new", "--name", "Order intakes"],
    /^--name Order intakes: .*\. Did you mean Order intake\?/,
  ],
  "pull --type": [
    ["pull", "new", "--type", "formulas"],
    /^--type formulas: must be one of .*formula.*\. Did you mean formula\?/,
  ],
  "diff --name": [
    ["diff", "all", "--name", "Nope"],
    /^--name Nope: nothing that is published has this name or key\.$/m,
  ],
  "diff --type": [["diff", "all", "--type", "recipe"], /^--type recipe: must be one of /],
  "test --formula": [["test", "--formula", "99999"], /There is no formula 99999/],
  "logs --instance": [["logs", "--instance", "99999"], /There is no formula instance 99999/],
  "logs --status": [["logs", "--status", "done"], /^--status: must be one of /],
  "replay --from": [["replay", "99999", "--from", "say"], /execution 99999/],
  "replay --revision": [["replay", "99999", "--revision", "old"], /^--revision: /],
  "bulk download --instance": [["bulk", "download", "contacts", "--instance", "99999"], /element instance 99999/],
  "bulk download --format": [["bulk", "download", "contacts", "--format", "xml"], /^--format: must be json or csv/],
  "bulk download --continue": [
    ["bulk", "download", "contacts", "--instance", "%", "--continue", "99999"],
    /no bulk job "99999"/,
  ],
  "bulk upload --instance": [
    ["bulk", "upload", "contacts", "all/formulas/Order intake/say.js", "--instance", "99999"],
    /99999/,
  ],
  "bulk upload --format": [
    ["bulk", "upload", "contacts", "all/formulas/Order intake/say.js", "--instance", "%", "--format", "xml"],
    /^--format: must be json or csv/,
  ],
  "bulk status --instance": [["bulk", "status", "1", "--instance", "99999"], /element instance 99999/],
  "bulk errors --instance": [["bulk", "errors", "1", "--instance", "99999"], /element instance 99999/],
  "bulk cancel --instance": [["bulk", "cancel", "1", "--instance", "99999"], /element instance 99999/],
};

test("every option that names something is in the table", () => {
  const names = /<(type|name|definition|pair|id|status|step|revision|format|job)>/;
  const options = COMMANDS.flatMap(({ name, options: own = [] }) =>
    own.filter(([flags]) => names.test(flags)).map(([flags]) => `${name} ${/--\w+/.exec(flags)?.[0]}`),
  );
  expect(options.toSorted()).toEqual(Object.keys(WRONG).toSorted());
});

test.each(Object.entries(WRONG))("%s refuses what does not exist", async (_, [parameters, message]) => {
  const given = parameters.map((one) => (one === "%" ? String(crm) : one));
  expect(await line.run(given, folder)).toMatchObject({ exitCode: 1, noted: expect.stringMatching(message) });
});

test.each([
  ["a name without its type", "Order intake", "write it as <type> <name>, such as 'formula Order intake'."],
  ["a type that does not exist", "recipe Order intake", "write it as <type> <name>, such as 'formula Order intake'."],
])("apply --except explains %s", async (_, except, message) => {
  const { exitCode, noted } = await line.run(["apply", "all", "--yes", "--except", except], folder);
  expect([exitCode, noted]).toEqual([1, expect.stringContaining(`--except ${except}: ${message}`)]);
});

test("apply --except with --base leaves out what is new in the folder", async () => {
  await line.run("pull old --name Older", folder);
  const parameters = ["apply", "all", "--yes", "--base", "old", "--except", "formula Order intake"];
  expect(await line.run(parameters, folder)).toMatchObject({ exitCode: 0 });
});

test("apply --instance names one that does not exist here", async () => {
  const steps = [
    { name: "get", type: "elementRequest", properties: { elementInstanceId: crm, method: "GET", api: "/contacts" } },
  ];
  await product.send("POST /formulas", { name: "Bound", triggers: [{ type: "manual", onSuccess: ["get"] }], steps });
  await line.run("pull bound --name Bound", folder);
  expect(await line.run(`apply bound --instance ${crm}=99999`, folder)).toMatchObject({
    ...{ exitCode: 1, noted: `--instance ${crm}=99999: there is no element instance 99999 here.\n` },
  });
  expect((await line.run(`apply bound --instance ${crm + 1}=${crm}`, folder)).noted).toContain(`They name ${crm}.`);
});

test("an import by the API refuses to leave out what is not in its files", async () => {
  const options = JSON.stringify({ except: [{ type: "formula", name: "Order intakes" }] });
  const form = new FormData();
  form.set("options", options);
  const json = { name: "Order intake", triggers: [{ type: "manual" }], steps: [] };
  form.set("file", new Blob([JSON.stringify(json)]), "formula.json");
  expect(await product.send("POST /definitions/import/plan", form)).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('except[0]: the files have no formula "Order intakes".') },
  });
});
