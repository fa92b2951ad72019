import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compileCommonResources } from "#server/common-resource/compile.ts";
import { transformationSchema } from "#server/common-resource/shape.ts";
import { performCall } from "#server/element/call.ts";
import { compileElement } from "#server/element/plan.ts";
import { parseWhere } from "#server/element/query/where.ts";
import { fromHook } from "#server/event/normalize.ts";
import { compile } from "#server/formula/plan.ts";
import { run, type World } from "#server/formula/run.ts";
import { formulaSchema } from "#server/formula/shape.ts";
import { walkPureSteps } from "#server/formula/walk.ts";
import { executedWork } from "#server/testing/executed-work.ts";
import {
  anElement,
  aProvider,
  CONFIGURATION,
  fakePorts as elementPorts,
  parameter,
} from "#server/testing/fake-element-ports.ts";
import { fakePorts, responding, sandboxReturning } from "#server/testing/fake-formula-ports.ts";

// The pure parts of the hottest paths must execute as much code as hot-path-work.json says, within a tenth.
// A change that needs more says why and records it: RECORD_WORK=1 npx vitest run server/hot-path-work.test.ts
const FILE = new URL("./hot-path-work.json", import.meta.url);
const TENTH = 0.1;
const isRecording = process.env.RECORD_WORK !== undefined;

const script = (name: string, ...onSuccess: string[]) => ({
  ...{ name, type: "script", onSuccess, onFailure: [] },
  properties: { body: "done({ id: trigger.args.id });" },
});
const request = (name: string, ...onSuccess: string[]) => ({
  ...{ name, type: "httpRequest", onSuccess, onFailure: [] },
  properties: {
    method: "POST",
    url: `\${config.provider}/customers/\${steps.first.id}`,
    headers: { "x-order": `\${trigger.args.id}` },
    body: { customer: `\${trigger.args.customer.name}`, lines: `\${trigger.args.lines}` },
  },
});

/** Runs a formula whose scripts and provider have fixed results. */
function aRun(steps: object[]) {
  const formula = formulaSchema.parse({
    ...{ name: "Orders", engine: "v3", steps },
    triggers: [{ type: "manual", onSuccess: ["first"] }],
  });
  const plan = compile(formula, { formulaId: 1, revision: 1 });
  const sandbox = sandboxReturning({ value: { id: "7" } });
  // In this process, with a copy of its own, as a sandbox has it.
  sandbox.walk = ({ walk, ...segment }, onOutcome, signal) => {
    const context = { ...walk.context, steps: { ...walk.context.steps } };
    const copy = structuredClone({ ...segment, walk: { ...walk, context } });
    return walkPureSteps(copy, fakePorts({ sandbox }), onOutcome, () => true, signal);
  };
  const world: World = {
    ports: fakePorts({ sandbox, http: responding([200], { name: "Ada" }).send }) as World["ports"],
    journal: { recall: () => undefined, write: () => {}, flushNow: () => {}, settled: async () => {} },
    loadPlan: async () => null,
    limits: { steps: 10_000, depth: 10 },
    idempotencyKey: (visit) => visit,
    signal: new AbortController().signal,
  };
  const start = {
    trigger: {
      type: "manual",
      args: { id: "7", customer: { name: "Ada" }, lines: [{ sku: "a" }], list: Array(10).fill(1) },
    },
    config: { provider: "https://provider.example" },
    attempt: 1,
    info: {
      ...{ formulaId: 1, formulaName: "Orders", formulaInstanceId: 2, formulaInstanceName: "Shop" },
      formulaExecutionId: 3,
    },
  };
  return async () => expect(await run(plan, start, world)).toMatchObject({ status: "success" });
}

function aHubRequest() {
  const resource = {
    path: "/hubs/crm/contacts/{id}",
    vendorPath: "/people/{id}",
    rootKey: "data",
    parameters: ["path id -> path id", "query where -> query q", "header x-a -> header x-b"].map((line) =>
      parameter(line),
    ),
  };
  const plan = compileElement(anElement([resource]));
  const { send } = aProvider({ body: { data: { id: 7, name: "Ada", nothing: null } } });
  const call = {
    ...{ method: "GET", path: "/contacts/7", query: { where: "name = 'Ada'" } },
    ...{ headers: { "x-a": "1" }, signal: new AbortController().signal },
  };
  return async () =>
    expect(
      await performCall(plan, call, { id: 7, configuration: CONFIGURATION }, elementPorts({ send })),
    ).toMatchObject({ code: 200 });
}

function aMapping() {
  const fields = Array.from({ length: 12 }, (_, n) => ({
    ...{ path: n % 3 ? `text${n}` : `inner.text${n}`, vendorPath: n % 4 ? `t_${n}` : `list[*].t_${n}` },
    ...{ type: n % 2 ? "string" : "integer", vendorType: "string" },
  }));
  const transformation = transformationSchema.parse({ vendorName: "people", fields });
  const resource = compileCommonResources([{ level: "organization", name: "contacts", transformation }]).get(
    "contacts",
  );
  const texts = Object.fromEntries(fields.map((_, n) => [`t_${n}`, String(n)]));
  return () => expect(resource?.fromVendor.map({ ...texts, list: [texts, texts] })).toBeTruthy();
}

function anEvent() {
  const delivery = { element: { key: "crm", objects: [] }, now: new Date("2026-01-01T12:00:00Z"), deliveryId: "one" };
  const hooked = { event_id: "1", event_type: "UPDATED", event_object_id: "7", event_object_type: "contacts" };
  return () => expect(fromHook([hooked], delivery)).toHaveLength(1);
}

const PATHS: Record<string, () => () => unknown> = {
  "a run: script, request, script": () =>
    aRun([script("first", "send"), request("send", "last"), script("last")] as object[]),
  "a loop over ten": () =>
    aRun([
      {
        ...{ name: "first", type: "loop", properties: { list: "trigger.args.list" } },
        ...{ onSuccess: ["each"], onFailure: [] },
      },
      script("each", "first"),
    ]),
  "a hub request": aHubRequest,
  "the mapping of an object": aMapping,
  "an event of a hook": anEvent,
  "a where": () => () => expect(parseWhere("name = 'Ada' AND age >= 18 AND city IN ('a', 'b')")).toBeTruthy(),
};

test.each(Object.keys(PATHS))("%s executes as much code as before", async (name) => {
  const once = PATHS[name]?.() ?? (() => {});
  // The first builds what is kept.
  await once();
  const work = await executedWork(once);
  const recorded = JSON.parse(readFileSync(FILE, "utf8")) as Record<string, number>;
  if (isRecording) writeFileSync(FILE, `${JSON.stringify({ ...recorded, [name]: work }, null, 2)}\n`);
  else {
    const before = recorded[name] ?? 0;
    expect(work, `${work} of ${before} recorded`).toBeLessThanOrEqual(before * (1 + TENTH));
    expect(work, `${work} of ${before} recorded: record what was saved`).toBeGreaterThanOrEqual(before * (1 - TENTH));
  }
});

test("counts each block as often as it ran", async () => {
  parseWhere("a = 1");
  const twice = await executedWork(() => [1, 2].map(() => parseWhere("a = 1")));
  const once = await executedWork(() => parseWhere("a = 1"));
  expect(once).toBeGreaterThan(500);
  expect(twice).toBe(2 * once);
});
