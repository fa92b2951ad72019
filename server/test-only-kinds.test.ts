import { afterAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { secretsOf } from "./element/auth/secrets.ts";
import type { ConfigurationType } from "./element/configuration-types/configuration-type.ts";
import { controlOf } from "./element/configuration-types/registry.ts";
import { convertOpenApi } from "./element/convert/openapi.ts";
import type { Converter } from "./element/converters/converter.ts";
import type { DataType } from "./element/data-types/data-type.ts";
import { automaticConfiguration } from "./element/definition/automatic-configuration.ts";
import { elementRefusals } from "./element/definition/check.ts";
import { elementMetadata } from "./element/definition/element-metadata.ts";
import { modelFromSamples } from "./element/definition/model-from-samples.ts";
import { prepareElement } from "./element/definition/prepare.ts";
import { elementDocs } from "./element/docs/docs.ts";
import type { EventKind } from "./element/event-kinds/event-kind.ts";
import { EVENT_KINDS, type EventSource, eventKindOf, isPolled, isRegistered } from "./element/event-kinds/registry.ts";
import type { Place } from "./element/parameters/place.ts";
import { compileElement } from "./element/plan.ts";
import type { ResourceType } from "./element/resource-types/resource-type.ts";
import { configurationEntrySchema, parameterSchema, resourceSchema } from "./element/shape.ts";
import { inNotifications } from "./event/callback.ts";
import { anElement, aProvider, callHub, parameter } from "./testing/fake-element-ports.ts";

/** Kinds that exist only here. Each is added to the registry of its neighbor; no other file knows them. */
const KINDS = vi.hoisted(() => {
  // Modules that another test file of this process loaded do not have them, and must not have them afterwards.
  vi.resetModules();
  const shout: Place = {
    type: "shout",
    label: "shout",
    summary: "A header in upper case.",
    phrase: "the shout <name></name>",
    isOneLine: true,
    read: (name) => (incoming) => incoming.headers[name.toLowerCase()],
    write: (name) => (call, value) => {
      call.headers[name.toUpperCase()] = String(value).toUpperCase();
    },
    refuses: (name) => (name === "X-Whisper" ? "a whisper is no shout." : undefined),
    swagger: () => "header",
    fromOpenApi: ({ in: place }) => place === "x-shout",
  };
  const celsius: DataType = {
    type: "celsius",
    label: "temperature",
    summary: "A temperature, such as 21 °C.",
    swagger: { type: "number", format: "celsius" },
    convert: (value) => (/^-?\d+ °C$/.test(String(value)) ? Number.parseInt(String(value), 10) : undefined),
    fromOpenApi: ({ format }) => format === "celsius",
    isSample: (value) => typeof value === "bigint",
  };
  const toSearch: Converter = {
    type: "toSearch",
    summary: "The search parameter.",
    write: (call, where) => {
      call.query.search = JSON.stringify(where);
    },
  };
  const echo: ResourceType = {
    type: "echo",
    label: "Echo",
    summary: "Answers with the body.",
    isCallable: true,
    isDocumented: true,
    respond: async ({ call }) => ({ code: 200, headers: {}, body: call.body }),
  };
  const farewell: ResourceType = {
    type: "farewell",
    label: "Farewell",
    summary: "Runs last when an element instance is deleted.",
    runsAt: ["delete"],
  };
  const pigeon: EventKind = {
    type: "pigeon",
    label: "Pigeon",
    summary: "Events come by air.",
    eventsAtOnce: 2,
    isRegistered: true,
    metadata: ({ loft }) => ({ home: loft }),
  };
  const token: ConfigurationType = {
    type: "TOKEN",
    summary: "A token of the provider.",
    control: "lines",
    isSecret: true,
  };
  const beside = [
    ["no-op", shout],
    ["dateTime", celsius],
    ["toODataFilter", toSearch],
    ["onDelete", echo],
    ["onDelete", farewell],
    ["polling", pigeon],
    ["CODE_EDITOR", token],
  ] as const;
  return beside.map(([neighbor, kind]) => ({ neighbor, kind }));
});

vi.mock("#server/registry.ts", async (importOriginal) => {
  const original = await importOriginal<typeof import("./registry.ts")>();
  const registry = (...definitions: { type: string }[]) => {
    const isHere = (neighbor: string) => definitions.some(({ type }) => type === neighbor);
    return original.registry(
      ...definitions,
      ...KINDS.flatMap(({ neighbor, kind }) => (isHere(neighbor) ? [kind] : [])),
    );
  };
  return { ...original, registry };
});

afterAll(() => vi.resetModules());

const HOST = "https://localhost";
const prepared = (resources: Record<string, unknown>[], more = {}) =>
  prepareElement(anElement(resources, more), { elementId: 1 });
const inDocs = (parameters: Record<string, unknown>[]) => {
  const { paths } = elementDocs(prepared([{ path: "/contacts", parameters }]), HOST);
  const [, ...shown] = (paths["/contacts"]?.get?.parameters ?? []) as object[];
  return shown;
};
const imported = (given: Record<string, unknown>) => {
  const operation = { parameters: [given], responses: {} };
  const { element } = convertOpenApi({
    openapi: "3.0.0",
    info: { title: "A" },
    paths: { "/contacts": { get: operation } },
  });
  return element.resources.flatMap(({ parameters }) => parameters as object[]);
};
const described = (schema: z.ZodType) =>
  JSON.stringify(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }));

test("a place of parameters is sent, checked when it is saved, documented and imported", async () => {
  const parameters = [parameter("shout X-Name -> shout X-Title")];
  const { requests, send } = aProvider({ body: [] });
  await callHub("GET /contacts", {
    element: anElement([{ parameters }]),
    headers: { "x-name": "ada" },
    ports: { send },
  });
  expect(requests[0]?.headers).toMatchObject({ "X-TITLE": "ADA" });
  const whispering = prepared([{ parameters: [parameter("shout X-Name -> shout X-Whisper")] }]);
  expect(elementRefusals(whispering)).toMatchObject([{ message: "vendorName: a whisper is no shout." }]);
  const lines = prepared([{ parameters: [parameter("value a\nb -> shout X-Name")] }]);
  expect(elementRefusals(lines)).toMatchObject([{ message: expect.stringContaining("line breaks") }]);
  expect(inDocs(parameters)).toMatchObject([{ name: "X-Name", in: "header" }]);
  expect(imported({ in: "x-shout", name: "X-Name" })).toMatchObject([{ type: "shout", vendorType: "shout" }]);
  expect(described(parameterSchema)).toContain("`shout`: A header in upper case.");
});

test("a type of data is converted, documented, imported and found in samples", async () => {
  const typed = parameter("query warmth -> query warmth", { dataType: "celsius", vendorDataType: "Celsius" });
  const element = anElement([{ parameters: [typed] }]);
  const { requests, send } = aProvider({ body: [] });
  await callHub("GET /contacts?warmth=21%20%C2%B0C", { element, ports: { send } });
  expect(requests[0]?.url).toMatch(/warmth=21$/);
  await expect(callHub("GET /contacts?warmth=hot", { element })).rejects.toThrow(
    'warmth: "hot" is not of type Celsius.',
  );
  expect(inDocs([typed])).toMatchObject([{ name: "warmth", type: "number", format: "celsius" }]);
  const schema = { type: "string", format: "celsius" };
  expect(imported({ in: "query", name: "warmth", schema })).toMatchObject([{ dataType: "celsius" }]);
  expect(modelFromSamples("weather", [{ warmth: 21n }]).weather).toMatchObject({
    properties: { warmth: { type: "number", format: "celsius" } },
  });
  expect(described(parameterSchema)).toContain("`celsius`: A temperature");
});

test("a converter of where is chosen by its name", async () => {
  const parameters = [parameter("query where -> query where", { converter: "tosearch" })];
  const { requests, send } = aProvider({ body: [] });
  await callHub("GET /contacts", { element: anElement([{ parameters }]), query: { where: "a='b'" }, ports: { send } });
  expect(new URL(requests[0]?.url ?? "").searchParams.get("search")).toContain('"attribute":"a"');
  expect(described(parameterSchema)).toContain("`toSearch`: The search parameter.");
});

test("a type of resource responds, is documented, and runs at its moment", async () => {
  const element = anElement([
    { method: "POST", path: "/mirror", type: "echo" },
    { method: "POST", path: "/bye", type: "Farewell" },
    { method: "POST", path: "/gone", type: "onDelete" },
  ]);
  expect(await callHub("POST /mirror", { element, body: { a: 1 } })).toMatchObject({ code: 200, body: { a: 1 } });
  expect(compileElement(element).typesAt("delete")).toEqual(["onDelete", "farewell"]);
  expect(Object.keys(elementDocs(prepareElement(element, { elementId: 1 }), HOST).paths)).toEqual(["/mirror"]);
  expect(described(resourceSchema)).toContain("`farewell`: Runs last");
});

test("a kind of event is chosen by event.vendor.type and listed in the metadata of elements", () => {
  const configuration = { "event.notification.enabled": "true", "event.vendor.type": "Pigeon" };
  const source = "pigeon" as EventSource;
  expect(eventKindOf(configuration)).toBe(EVENT_KINDS[source]);
  expect([isPolled(configuration), isRegistered(configuration)]).toEqual([false, true]);
  expect(inNotifications(source, [1, 2, 3])).toEqual([[1, 2], [3]]);
  const metadata = {
    name: "Metadata",
    key: "event.metadata",
    defaultValue: JSON.stringify({ pigeon: { loft: "Bern" } }),
  };
  expect(elementMetadata(prepared([], { configuration: [metadata] })).events).toMatchObject({
    methods: ["pigeon"],
    pigeon: { home: "Bern" },
  });
  const entry = automaticConfiguration(anElement([])).find(({ key }) => key === "event.vendor.type");
  expect(entry?.description).toContain("pigeon");
});

test("a configuration type is accepted, is secret, and has its control", () => {
  const entry = configurationEntrySchema.parse({ key: "access", name: "Access", type: "token" });
  expect(controlOf(entry)).toBe("lines");
  expect(secretsOf({ configuration: [entry] }, { access: "canary", other: "open" })).toEqual(["canary"]);
  expect(described(configurationEntrySchema)).toContain("`TOKEN`: A token of the provider.");
});
