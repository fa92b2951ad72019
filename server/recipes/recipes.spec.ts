// Runs in a copy of the source in which all recipes were followed (server/new/new.test.ts).
import { createTranslator, NextIntlClientProvider } from "next-intl";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { stepColor } from "../../components/definitions/step-color.ts";
import { definitionLabels } from "../../components/definitions/use-definition-labels.ts";
import { fieldsOf } from "../../components/designer/fields/fields.ts";
import { openDraft } from "../../components/designer/model/draft.ts";
import { portsOf } from "../../components/designer/model/graph.ts";
import { changeDraft } from "../../components/designer/model/parsed-change.ts";
import { lookOf, stepTypesByPurpose } from "../../components/designer/model/part-look.ts";
import { reachableValues } from "../../components/designer/model/reachable-values.ts";
import { outcomeOf } from "../../components/executions/step-outcome-label.ts";
import { ROOMS } from "../../components/messages/rooms.ts";
import { DESTINATIONS } from "../../components/shell/destinations.ts";
import { ENGLISH } from "../../components/testing/english.ts";
import { IMAGE_FILES, IMAGE_NAMES, readImage } from "../account/images/registry.ts";
import { ENDPOINTS } from "../api/endpoints.ts";
import { describeApi } from "../api/openapi.ts";
import { isSecret } from "../element/auth/secrets.ts";
import { checklistOf } from "../element/checklist/checklist.ts";
import { password } from "../element/configuration-types/password.ts";
import { controlOf } from "../element/configuration-types/registry.ts";
import { textField32 } from "../element/configuration-types/text.ts";
import { authenticationsFrom } from "../element/convert/authentication.ts";
import { convertFile } from "../element/convert/registry.ts";
import { automaticConfiguration } from "../element/definition/automatic-configuration.ts";
import { eventKindOf } from "../element/event-kinds/registry.ts";
import { compileElement } from "../element/plan.ts";
import { PROOF_NAMES, PROOFS } from "../element/proofs/registry.ts";
import { headerOf } from "../element/provider/provider-request-draft.ts";
import { configurationEntrySchema } from "../element/shape.ts";
import { explainRun } from "../formula/explain-run.ts";
import { findStepType } from "../formula/find-definition.ts";
import { formulaSchema } from "../formula/shape.ts";
import { anApi } from "../testing/api.ts";
import { anElement, aProvider, callHub, hooksThat, parameter } from "../testing/fake-element-ports.ts";
import { runStep } from "../testing/fake-formula-ports.ts";

const draft = openDraft({
  name: "Later",
  engine: "v3",
  triggers: [{ type: "button", properties: { caption: "Send" }, onSuccess: ["pause"] }],
  steps: [
    { name: "pause", type: "wait", properties: { seconds: 5 }, onSuccess: ["shape"] },
    { name: "shape", type: "script", properties: { body: "done(steps.pause);" } },
  ],
});
const [trigger, pause] = [draft.triggers[0], draft.steps[0]];
if (!trigger || !pause) throw new Error("The draft has a trigger and a step.");
const at = { step: "pause" };

const definitions = async () => {
  const { default: messages } = await import("../../components/definitions/messages.en.ts");
  return definitionLabels(
    createTranslator({ locale: "en-GB", messages: { definitions: messages }, namespace: "definitions" }),
    { cron: (cron) => cron, duration: (ms) => `${ms} ms` },
  );
};

test("a step type is in the palette and begins with its starter", () => {
  const types = new Map(stepTypesByPurpose("v3"));
  expect(types.get("decide")).toContain("wait");
  expect(ENGLISH.kind(at, pause)).toEqual({ label: "Wait", summary: "Waits for some seconds." });
  const added = changeDraft(draft, {
    do: "addStep",
    type: pause.type,
    name: "again",
    at: { from: at, port: "onSuccess" },
  });
  expect(added.steps.find(({ name }) => name === "again")).toMatchObject({
    properties: { seconds: 5 },
    onSuccess: ["shape"],
  });
  expect(fieldsOf(at, pause)).toMatchObject([{ name: "seconds", kind: "number", required: true }]);
});

test("a step type is on the canvas: its look, its line and its ports", async () => {
  expect(lookOf(at, pause)).toMatchObject({ color: "text-step-loop" });
  expect((await definitions()).line("step", pause)).toBe("for 5 s");
  expect(portsOf(at, pause).map(({ word }) => ENGLISH.port(word))).toEqual(["success", "failure"]);
});

test("a step type is in the reference picker", async () => {
  const value = reachableValues(draft, { step: "shape" }).find(({ path }) => path === "steps.pause.waited");
  expect(value?.about).toEqual({ defined: "step/wait/output/waited" });
  expect((await definitions()).text("step/wait/output/waited")).toBe("the seconds that it waited");
});

test("a step type is on the page of a run", async () => {
  expect(stepColor("wait")).toBe("bg-step-loop");
  expect(outcomeOf({ type: "wait", status: "success", error: null })).toBe("done");
  const ran = { visits: 1, took: { onSuccess: 1 }, failures: 0, error: null };
  const steps = [{ name: "pause", type: "wait", ...ran }];
  const facts = { state: "success", triggerType: "button", attempt: 1, durationMs: 5000, steps } as const;
  const { paragraph } = await definitions();
  const [start, what] = explainRun({ ...facts, steps }).map(paragraph);
  expect([start, what]).toEqual(["A person pressed the button.", 'The wait "pause" ran.']);
});

test("a step type is saved and runs", async () => {
  expect(formulaSchema.safeParse(draft).success).toBe(true);
  const wait = findStepType("wait");
  if (!wait) throw new Error("wait is no step type.");
  const slept: number[] = [];
  const sleep = async (ms: number) => void slept.push(ms);
  expect(
    await runStep(
      wait,
      { seconds: "${trigger.args.s}" },
      { context: { trigger: { args: { s: 3 } } }, ports: { sleep } },
    ),
  ).toEqual({
    took: "onSuccess",
    output: { waited: 3 },
  });
  expect(slept).toEqual([3000]);
});

test("step and trigger types are in OpenAPI", () => {
  const { schemas } = describeApi(ENDPOINTS).components;
  expect(schemas["StepProperties.wait"]).toMatchObject({ description: "Waits for some seconds." });
  expect(schemas["TriggerProperties.button"]).toMatchObject({ title: "Properties of button" });
});

test("a trigger type is on the canvas, in the picker and in lists", async () => {
  const labels = await definitions();
  expect(lookOf({ trigger: 0 }, trigger)).toMatchObject({ color: "text-step-trigger" });
  expect([labels.offer("button"), labels.line("trigger", trigger), labels.sentence(trigger)]).toEqual([
    "When a person presses a button.",
    "Send",
    "When somebody presses Send",
  ]);
  expect(reachableValues(draft, at)).toContainEqual(
    expect.objectContaining({ path: "trigger.args", about: { defined: "trigger/button/output/args" } }),
  );
});

test("an authentication type has its fields in the form of a connection, authorizes requests, and is found in OpenAPI", async () => {
  const { requests, send } = aProvider({ body: {} });
  const element = anElement([{}], { authentication: { type: "session" } });
  expect(automaticConfiguration(element)).toContainEqual(
    expect.objectContaining({ key: "session.id", required: true }),
  );
  await callHub("GET /contacts", { element, configuration: { "session.id": "a b" }, ports: { send } });
  expect(requests[0]?.headers).toMatchObject({ cookie: "session=a%20b" });
  const scheme = { type: "apiKey", in: "cookie", name: "session" };
  const document = { components: { securitySchemes: { own: scheme } } };
  const resolve = (value: unknown) => value as Record<string, unknown>;
  expect(authenticationsFrom(document, { resolve }).offered).toMatchObject([{ name: "own", type: "session" }]);
});

test("a pagination kind is chosen by its name and requests the next page", async () => {
  const { requests, send } = aProvider({ body: [{ id: 1 }] });
  const parameters = [parameter("query offset -> query first"), parameter("query pageSize -> query count")];
  await callHub("GET /contacts?page=3&pageSize=50", {
    element: anElement([{ parameters }]),
    configuration: { "pagination.type": "rowNumber" },
    ports: { send },
  });
  expect(new URL(requests[0]?.url ?? "").searchParams.get("first")).toBe("101");
});

test("a checklist rule finds what differs, with its fix", () => {
  const entry = { key: "api.secret", name: "Secret", description: "", type: textField32.type };
  const configuration = [{ ...entry, key: "base.url" }, entry, { ...entry, type: password.type }];
  const found = checklistOf(anElement([], { configuration })).filter(({ rule }) => rule === "hiddenSecrets");
  const path = ["configuration", 1, "type"];
  expect(found).toMatchObject([{ path, fix: [{ path, value: password.type }] }]);
});

test("a proof is run by its name for the resources that it applies to", async () => {
  const proof = PROOFS.find((one) => one.proof === "farPage");
  const plan = compileElement(anElement([{}, { method: "GET", path: "/contacts/{id}" }]));
  const [list, ...others] = plan.resources.filter((resource) => proof?.applies(plan, resource));
  if (!proof || !list) throw new Error("The proof applies to a list.");
  expect([PROOF_NAMES, others]).toEqual([expect.arrayContaining(["farPage"]), []]);
  const outcome = async (status: number, body: unknown) => {
    const response = { ...{ status, body }, headers: {}, exchanges: 1, refreshes: 0 };
    return (await proof.run({ request: async () => response }, list)).outcome;
  };
  expect([await outcome(200, []), await outcome(200, [{ id: 1 }]), await outcome(500, {})]).toEqual([
    ...["passed", "failed", "failed"],
  ]);
});

test("an endpoint responds, refuses requests outside its contract, and is in OpenAPI", async () => {
  const api = await anApi({ endpoints: ENDPOINTS });
  try {
    expect((await api.fetch("/regions?prefix=c")).body).toEqual([{ code: "ch", name: "Switzerland" }]);
    expect(await api.fetch("/regions?prefix=long")).toMatchObject({ status: 400 });
  } finally {
    await api.close();
  }
  expect(describeApi(ENDPOINTS).paths["/regions"]).toHaveProperty("get");
});

test("a screen renders its messages, in a room and at a place of the navigation", async () => {
  const [{ RegionList }, { default: regions }] = await Promise.all(
    ["region-list.tsx", "messages.en.ts"].map((file) => import(/* @vite-ignore */ `../../components/regions/${file}`)),
  );
  const list = createElement(RegionList, { regions: [{ code: "ch", name: "Switzerland" }] });
  const around = { locale: "en-GB", timeZone: "UTC", messages: { regions } } as never;
  const html = renderToStaticMarkup(createElement(NextIntlClientProvider, around, list));
  expect(html).toMatch(/<h1[^>]*>Regions<\/h1>/);
  expect(html).toContain("<p>1 region</p><ul><li>Switzerland</li></ul>");
  expect([ROOMS, DESTINATIONS.map(({ key }) => key)]).toEqual([
    expect.arrayContaining(["regions"]),
    expect.arrayContaining(["regions"]),
  ]);
});

test("a parameter place is written to the provider's request", async () => {
  const { requests, send } = aProvider({ body: [] });
  const parameters = [parameter("query a -> cookie a"), parameter("query b -> cookie b")];
  await callHub("GET /contacts?a=1%3B&b=2", { element: anElement([{ parameters }]), ports: { send } });
  expect(headerOf(requests[0]?.headers ?? {}, "cookie")).toBe("a=1%3B; b=2");
});

test.each([
  ["09:30", "at=09%3A30"],
  ["09:30:15", "at=09%3A30"],
  ["25:00", undefined],
])("a data type converts or refuses: %s", async (given, expected) => {
  const { requests, send } = aProvider({ body: [] });
  const parameters = [parameter("query at -> query at", { dataType: "string", vendorDataType: "time" })];
  const call = callHub("GET /contacts", {
    element: anElement([{ parameters }]),
    query: { at: given },
    ports: { send },
  });
  if (expected === undefined) return expect(call).rejects.toThrow('at: "25:00" is not of type time.');
  await call;
  expect(requests[0]?.url).toContain(expected);
});

test("a converter writes where, and refuses what it cannot express", async () => {
  const { requests, send } = aProvider({ body: [] });
  const element = anElement([{ parameters: [parameter("query where -> query q", { converter: "toSearchTerms" })] }]);
  const list = (where: string) => callHub("GET /contacts", { element, query: { where }, ports: { send } });
  await list("name = 'Ada' AND age = 3");
  expect(new URL(requests[0]?.url ?? "").searchParams.get("q")).toBe('name:"Ada" age:3');
  await expect(list("age > 3")).rejects.toThrow("where: this element does not support >.");
});

test("a resource type responds in place of the provider", async () => {
  const element = anElement([{ method: "POST", path: "/mirror", type: "echo" }]);
  expect(await callHub("POST /mirror", { element, body: { a: 1 } })).toMatchObject({ code: 200, body: { a: 1 } });
});

test("an event kind is chosen by event.vendor.type", () => {
  const configuration = { "event.notification.enabled": "true", "event.vendor.type": "forwarded" };
  expect(eventKindOf(configuration)).toMatchObject({ type: "forwarded", eventsAtOnce: 5 });
});

test("a hook type runs at its stage", async () => {
  const { send } = aProvider({ body: { secret: 1, name: "Ada" } });
  const hooks = [{ type: "maskResponse", body: "delete response_body.secret; done({ response_body });" }];
  const element = anElement([{ method: "GET", path: "/me", hooks }]);
  const { body } = await callHub("GET /me", { element, ports: { send, hook: hooksThat() } });
  expect(body).toEqual({ name: "Ada" });
});

test("an import format is recognized and converted", () => {
  const text = "GET https://api.example.com/contacts\nPOST https://api.example.com/contacts\n";
  const { format, element } = convertFile({ text, syntax: "text", document: undefined }, undefined);
  expect(format).toEqual({ type: "lines", label: "request lines" });
  expect(element.resources.map(({ method, path }) => `${method} ${path}`)).toEqual(["GET /contacts", "POST /contacts"]);
});

test("a configuration type has its control and is secret", () => {
  const entry = configurationEntrySchema.parse({ key: "pem", name: "PEM", type: "Certificate" });
  expect([controlOf(entry), isSecret({ configuration: [entry] }, "pem")]).toEqual(["lines", true]);
});

test("a kind of image is recognized, read to its end, and named", () => {
  const file = Buffer.alloc(58);
  file.write("BM");
  for (const [at, value] of [
    [2, file.length],
    [18, 1],
    [22, -1],
  ] as const)
    file.writeInt32LE(value, at);
  expect(readImage(file)).toEqual({ type: "image/bmp" });
  expect(readImage(file.subarray(0, 57))).toHaveProperty("problem", expect.stringContaining("complete BMP"));
  expect([IMAGE_NAMES, IMAGE_FILES]).toEqual([expect.stringContaining("BMP"), expect.stringContaining("image/bmp")]);
});
