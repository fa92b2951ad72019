import { describe, expect, test } from "vitest";
import { exportedElement } from "../definition/exported.ts";
import { prepareElement } from "../definition/prepare.ts";
import type { PreparedElement } from "../definition/prepared.ts";
import { elementSchema } from "../shape.ts";
import { elementChanges, type VersionStep, versionStep } from "./element-changes.ts";
import { CHANGE_RULES } from "./registry.ts";

const parameter = (name: string, fields: object = {}) => ({
  name,
  vendorName: name,
  type: "query",
  vendorType: "query",
  ...fields,
});
const contact = (properties: object, required: string[] = []) => ({
  name: "Contact",
  swagger: { Contact: { type: "object", properties } },
  requestName: "Contact",
  requestSwagger: { Contact: { type: "object", properties, required } },
});
const PROPERTIES = {
  id: { type: "integer" },
  name: { type: "string" },
  home: { type: "object", properties: { city: { type: "string" } } },
};
const entry = (key: string, fields: object = {}) => ({ key, name: key, description: key, ...fields });

const ELEMENT = {
  name: "CRM",
  key: "crm",
  hub: "crm",
  description: "A CRM",
  authentication: { type: "basic" },
  configuration: [
    entry("region", { type: "COMBO", options: [{ value: "eu" }, { value: "us" }] }),
    entry("label"),
    entry("event.objects"),
  ],
  parameters: [parameter("tenant")],
  hooks: [{ type: "preRequest", body: "done({})" }],
  resources: [
    {
      method: "GET",
      path: "/contacts",
      vendorPath: "/people",
      rootKey: "items",
      nextPageKey: "next",
      parameters: [
        parameter("status"),
        parameter("age", { dataType: "string" }),
        parameter("key", { type: "configuration" }),
      ],
      hooks: [{ type: "postRequest", body: "done({})" }],
      model: contact(PROPERTIES),
    },
    { method: "GET", path: "/contacts/{id}", vendorPath: "/people/{id}" },
    { method: "POST", path: "/webhooks", vendorPath: "/hooks", type: "onProvisionWebhook" },
  ],
  objects: [
    {
      name: "contacts",
      fields: [
        { name: "id", type: "integer" },
        { name: "name", type: "string" },
      ],
    },
  ],
};

const before = prepareElement(elementSchema.parse(ELEMENT), { elementId: 1 });
type Draft = ReturnType<typeof exported>;
const exported = () => structuredClone({ ...before, partCount: 0 }) as PreparedElement;
/** The changes by an edit of the element, whose parts keep their ids. */
function changesOf(edit: (draft: Draft) => void) {
  const draft = exported();
  edit(draft);
  return elementChanges(before, prepareElement(elementSchema.parse(draft), { elementId: 1, before }));
}

const list = (draft: Draft) => draft.resources[0] as Draft["resources"][number];
const anotherField = { city: { type: "string" } };

/** One edit for each rule: the expected rule, its position, and whether it breaks something. */
const EDITS: Record<string, [edit: (draft: Draft) => unknown, path: string]> = {
  authenticationChanged: [(d) => Object.assign(d.authentication, { type: "apiKey" }), "authentication.type"],
  keyChanged: [(d) => Object.assign(d, { key: "other" }), "key"],
  resourceRemoved: [(d) => d.resources.splice(0, 1), "resources"],
  resourceRenamed: [(d) => Object.assign(list(d), { path: "/hubs/crm/people" }), "resources.0.path"],
  resourceNotCallable: [(d) => Object.assign(list(d), { type: "onProvision" }), "resources.0.type"],
  pagingChanged: [(d) => Object.assign(list(d), { nextPageKey: "cursor" }), "resources.0"],
  rootKeyChanged: [(d) => Object.assign(list(d), { rootKey: "rows" }), "resources.0.rootKey"],
  requiredParameterAdded: [
    (d) => list(d).parameters.unshift(parameter("x", { required: true }) as never),
    "resources.0.parameters.0",
  ],
  parameterBecameRequired: [
    (d) => Object.assign(list(d).parameters[0] ?? {}, { required: true }),
    "resources.0.parameters.0",
  ],
  parameterRenamed: [(d) => Object.assign(list(d).parameters[0] ?? {}, { name: "state" }), "resources.0.parameters.0"],
  parameterTypeNarrowed: [
    (d) => Object.assign(list(d).parameters[1] ?? {}, { dataType: "integer" }),
    "resources.0.parameters.1",
  ],
  responseFieldRemoved: [
    (d) =>
      Object.assign(
        list(d).model?.swagger ?? {},
        contact({ id: PROPERTIES.id, name: PROPERTIES.name, home: { properties: {} } }).swagger,
      ),
    "resources.0.model",
  ],
  responseFieldTypeChanged: [
    (d) => Object.assign(list(d).model?.swagger ?? {}, contact({ ...PROPERTIES, id: { type: "string" } }).swagger),
    "resources.0.model",
  ],
  requestFieldRequired: [
    (d) => Object.assign(list(d).model?.requestSwagger ?? {}, contact(PROPERTIES, ["name"]).requestSwagger),
    "resources.0.model",
  ],
  requestFieldTypeNarrowed: [
    (d) =>
      Object.assign(
        list(d).model?.requestSwagger ?? {},
        contact({ ...PROPERTIES, name: { type: "integer" } }).requestSwagger,
      ),
    "resources.0.model",
  ],
  objectRemoved: [(d) => d.objects.splice(0, 1), "objects"],
  objectRenamed: [(d) => Object.assign(d.objects[0] ?? {}, { name: "people" }), "objects.0.name"],
  objectFieldRemoved: [(d) => d.objects[0]?.fields.splice(0, 1), "objects.0.fields"],
  objectFieldChanged: [(d) => Object.assign(d.objects[0]?.fields[1] ?? {}, { type: "integer" }), "objects.0.fields.1"],
  requiredConfigurationAdded: [
    (d) => d.configuration.unshift(entry("new", { required: true }) as never),
    "configuration.0",
  ],
  configurationBecameRequired: [(d) => Object.assign(d.configuration[1] ?? {}, { required: true }), "configuration.1"],
  configurationRenamed: [(d) => Object.assign(d.configuration[1] ?? {}, { key: "title" }), "configuration.1"],
  configurationOptionRemoved: [(d) => d.configuration[0]?.options?.pop(), "configuration.0"],
  configurationTypeChanged: [
    (d) => Object.assign(d.configuration[1] ?? {}, { type: "COMBO", options: [{ value: "a" }] }),
    "configuration.1",
  ],
  resourceAdded: [(d) => d.resources.push({ ...list(d), id: undefined, path: "/deals" } as never), "resources.3"],
  lifecycleRemoved: [(d) => d.resources.splice(2, 1), "resources"],
  providerRequestChanged: [(d) => Object.assign(list(d), { vendorPath: "/persons" }), "resources.0.vendorPath"],
  chainChanged: [(d) => Object.assign(list(d), { nextResource: "GET:/contacts/{id}" }), "resources.0.nextResource"],
  resourceHooksChanged: [(d) => list(d).hooks.pop(), "resources.0.hooks"],
  parameterAdded: [(d) => list(d).parameters.push(parameter("q") as never), "resources.0.parameters.3"],
  parameterRemoved: [(d) => list(d).parameters.splice(0, 1), "resources.0.parameters"],
  objectAdded: [(d) => d.objects.push({ name: "deals", fields: [] } as never), "objects.1"],
  objectFieldAdded: [(d) => d.objects[0]?.fields.push({ name: "city", type: "string" } as never), "objects.0.fields.2"],
  configurationAdded: [
    (d) => d.configuration.push(entry("more") as never),
    `configuration.${before.configuration.length}`,
  ],
  configurationRemoved: [(d) => d.configuration.splice(1, 1), "configuration"],
  defaultValueChanged: [(d) => Object.assign(d.configuration[1] ?? {}, { defaultValue: "x" }), "configuration.1"],
  eventSettingsChanged: [
    (d) => Object.assign(d.configuration[2] ?? {}, { defaultValue: "contacts" }),
    "configuration.2",
  ],
  elementHooksChanged: [(d) => Object.assign(d.hooks[0] ?? {}, { body: "done({ continue: false })" }), "hooks"],
};

test("every rule has an edit", () => {
  expect(Object.keys(EDITS)).toEqual(CHANGE_RULES.map(({ rule }) => rule));
});

test("changes that break something come first", () => {
  const breaking = CHANGE_RULES.map(({ isBreaking }) => isBreaking);
  expect(breaking).toEqual(breaking.toSorted((one, other) => Number(other) - Number(one)));
});

test.each(CHANGE_RULES.map(({ rule, isBreaking }) => [rule, isBreaking] as const))(
  "%s is found",
  (rule, isBreaking) => {
    const [edit, path] = EDITS[rule] ?? [() => {}, ""];
    const changes = changesOf(edit);
    expect(changes).toContainEqual(
      expect.objectContaining({
        rule,
        isBreaking,
        path: path.split(".").map((key) => (/^\d+$/.test(key) ? Number(key) : key)),
      }),
    );
    // Nothing else breaks: an edit is one change.
    expect(changes.filter((change) => change.isBreaking && change.rule !== rule).map((change) => change.rule)).toEqual(
      [],
    );
  },
);

describe("is not found", () => {
  test.each<[string, (draft: Draft) => unknown]>([
    ["when nothing changed", () => {}],
    ["for another name and description", (d) => Object.assign(d, { name: "Other", description: "Other" })],
    ["for another order of parts", (d) => [d.resources.reverse(), d.configuration.reverse(), d.objects.reverse()]],
    ["for a description of a part", (d) => Object.assign(list(d), { description: "Lists contacts" })],
    ["for a parameter that no caller gives", (d) => list(d).parameters.splice(2, 1)],
  ])("%s", (_, edit) => {
    expect(changesOf(edit)).toEqual([]);
  });

  test("when a definition comes without ids, such as an import", () => {
    const sent = exportedElement(before);
    expect(elementChanges(before, prepareElement(elementSchema.parse(sent), { elementId: 1, before }))).toEqual([]);
  });

  test.each<[string, (draft: Draft) => unknown]>([
    ["a parameter that accepts more", (d) => Object.assign(list(d).parameters[1] ?? {}, { dataType: undefined })],
    [
      "a new field of a response",
      (d) => Object.assign(list(d).model?.swagger ?? {}, contact({ ...PROPERTIES, ...anotherField }).swagger),
    ],
    ["a resource without a model any more", (d) => Object.assign(list(d), { model: undefined })],
    [
      "a required entry with a default value",
      (d) => d.configuration.push(entry("new", { required: true, defaultValue: "x" }) as never),
    ],
    [
      "a resource replaced by another at its address",
      (d) => d.resources.splice(1, 1, { ...d.resources[1], id: undefined } as never),
    ],
    ["another request to the provider", (d) => Object.assign(list(d), { vendorPath: "/persons" })],
  ])("breaking: %s", (_, edit) => {
    expect(changesOf(edit).filter(({ isBreaking }) => isBreaking)).toEqual([]);
  });
});

test.each<[string, VersionStep, (draft: Draft) => void]>([
  ["nothing", "none", () => {}],
  ["a removed resource", "major", (draft) => void draft.resources.shift()],
  [
    "an added resource that breaks nothing",
    "minor",
    (draft) => void draft.resources.push({ ...structuredClone(draft.resources[1]), id: 999, path: "/notes" } as never),
  ],
  ["another script of a hook", "patch", (draft) => Object.assign(draft.hooks[0] ?? {}, { body: "done({ a: 1 })" })],
  ["a text that no rule is about", "patch", (draft) => Object.assign(draft, { description: "Another one" })],
])("%s is a step of the kind %s", (_, step, edit) => {
  const draft = exported();
  edit(draft);
  const after = prepareElement(elementSchema.parse(draft), { elementId: 1, before });
  expect(versionStep({ before, after })).toBe(step);
});
