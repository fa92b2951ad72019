import { describe, expect, test } from "vitest";
import type { DefinitionJson, DefinitionType } from "./definition-kind.ts";
import { DEFINITION_KINDS } from "./definition-kinds.ts";
import { fileName, uniqueNames } from "./files.ts";
import { inOrder } from "./order.ts";
import { planDefinitions, type Surroundings } from "./plan-definitions.ts";
import { readFiles } from "./read-files.ts";
import { writeFiles } from "./write-files.ts";

const manual = { type: "manual", name: "trigger", onSuccess: [], onFailure: [], properties: {} };
const step = (name: string, type: string, properties: DefinitionJson = {}) => ({
  name,
  type,
  properties,
  onSuccess: [],
  onFailure: [],
});
const formula = (name: string, steps: DefinitionJson[], more: DefinitionJson = {}): DefinitionJson => ({
  name,
  triggers: [manual],
  steps,
  configuration: [],
  ...more,
});
const element = (key: string, more: DefinitionJson = {}): DefinitionJson => ({
  key,
  name: key,
  description: "An element",
  authentication: { type: "basic" },
  configuration: [],
  resources: [],
  ...more,
});

const field = (path: string, level: string) => ({ path, type: "string", vendorPath: `their ${path}`, level });
const commonResource = (name: string, transformation: DefinitionJson = {}): DefinitionJson => ({
  vdrName: name,
  vdrVersion: "v2",
  definition: { objectName: name, fields: [{ path: "a", type: "string", level: "organization" }] },
  transformation,
});
const mapped = (...scripts: DefinitionJson[]) => ({
  vendorName: "people",
  fields: [field("b", "account"), field("a", "organization")],
  configuration: [{ type: "inherit", level: "account" }],
  ...(scripts.length > 0 && { script: scripts.at(-1), scripts }),
});

const filesOf = (files: Record<string, unknown>) =>
  new Map(
    Object.entries(files).map(([path, content]) => [
      path,
      typeof content === "string" ? content : JSON.stringify(content),
    ]),
  );
const written = (definitions: [DefinitionType, DefinitionJson][]) =>
  writeFiles(definitions.map(([type, json]) => ({ kind: DEFINITION_KINDS[type], json })));

describe("reading", () => {
  test.each<[string, Record<string, unknown>, DefinitionType, string]>([
    ["a single file", { "Sync.json": formula("Sync", []) }, "formula", "Sync"],
    ["formula.json in a folder", { "formulas/Sync/formula.json": formula("Sync", []) }, "formula", "Sync"],
    ["element.json", { "crm/element.json": element("crm") }, "element", "crm"],
    ["a list in a file", { "all.json": [element("crm")] }, "element", "crm"],
    ["paths in other cases", { "Formulas/Sync/FORMULA.JSON": formula("Sync", []) }, "formula", "Sync"],
    ["a common resource", { "x.json": commonResource("people") }, "commonResource", "people"],
    ["one in a folder", { "vdrs/People/vdr.json": commonResource("people") }, "commonResource", "people"],
    ["an element without a key", { "a.json": { ...element("x"), key: undefined, name: "My CRM" } }, "element", "mycrm"],
  ])("%s", (_, files, type, name) => {
    const { definitions, skipped } = readFiles(filesOf(files));
    expect(definitions.map((one) => [one.kind.noun, one.name])).toEqual([[type, name]]);
    expect(skipped).toEqual([]);
  });

  test("common resources of a file in the first version of their format are read one by one", () => {
    const file = {
      objectDefinitions: { people: { fields: [{ path: "id", type: "string" }] }, deals: { fields: [] } },
      transformations: {
        crm: { people: { vendorName: "Contact", fields: [] }, tasks: { vendorName: "Task", fields: [] } },
      },
    };
    const { definitions, skipped } = readFiles(filesOf({ "backup/vdrs.json": file }));
    expect(skipped).toEqual([]);
    expect(
      definitions.map(({ kind, json }) => [kind.noun, json.vdrName, Object.keys(Object(json.transformation))]),
    ).toEqual([
      ["commonResource", "people", ["crm"]],
      ["commonResource", "deals", []],
      ["commonResource", "tasks", ["crm"]],
    ]);
    expect(definitions[0]?.json).toMatchObject({
      definition: { objectName: "people", fields: [{ path: "id" }] },
      transformation: { crm: { vendorName: "Contact" } },
    });
  });

  test("takes scripts from the files beside it, in whatever case, and never in place of one that is there", () => {
    const { definitions } = readFiles(
      filesOf({
        "formulas/Sync/formula.json": formula("Sync", [
          step("Map it", "script"),
          step("isNew", "filter", { body: "done(true)" }),
        ]),
        "formulas/Sync/map IT.js": "done({});",
        "formulas/Sync/isNew.js": "done(false);",
        "elements/crm/element.json": element("crm", {
          hooks: [{ type: "preRequest" }],
          resources: [{ method: "GET", path: "/hubs/crm/contacts/{id}", hooks: [{ type: "postRequest" }] }],
        }),
        "elements/crm/preRequestHook.js": "done();",
        "elements/crm/resources/GET contacts {id}/postRequest.js": "done({ a: 1 });",
      }),
    );
    const [sync, crm] = definitions;
    expect(sync?.json.steps).toMatchObject([
      { properties: { body: "done({});" } },
      { properties: { body: "done(true)" } },
    ]);
    expect(crm?.json).toMatchObject({
      hooks: [{ body: "done();" }],
      resources: [{ hooks: [{ body: "done({ a: 1 });" }] }],
    });
  });

  test("names what it does not read, and leaves out the files of tools", () => {
    const { definitions, skipped } = readFiles(
      filesOf({
        "broken.json": "{",
        "other.json": { a: 1 },
        "package.json": { name: "x" },
        ".vscode/settings.json": {},
        "readme.md": "Hello",
      }),
    );
    expect(definitions).toEqual([]);
    expect(skipped).toEqual([
      { path: "broken.json", message: expect.stringContaining("not valid JSON") },
      { path: "other.json", message: "This is no formula, element or common resource." },
    ]);
  });

  test("finds whole formulas inside of those that run them", () => {
    const inner = { ...formula("Inner", []), id: 7 };
    const outer = formula("Outer", [step("call", "formula", { formulaId: "7" })], { subFormulas: [inner] });
    expect(
      readFiles(filesOf({ "outer.json": outer })).definitions.map(({ name, isNested }) => [name, isNested]),
    ).toEqual([
      ["Outer", false],
      ["Inner", true],
    ]);
  });
});

describe("writing", () => {
  const sync = {
    ...formula("Sync: a/b", [
      step("send", "script", { body: "done(1);" }),
      step("Send", "script", { body: "done(2);" }),
    ]),
    id: 3,
    createdDate: "2026-01-01T00:00:00Z",
  };

  test("a folder each, scripts as files, and what differs between systems left out", () => {
    const files = written([
      ["formula", sync],
      ["element", { ...element("crm"), id: 4 }],
    ]);
    expect([...files.keys()]).toEqual([
      "elements/crm/element.json",
      "formulas/Sync%3A a%2Fb/Send~2.js",
      "formulas/Sync%3A a%2Fb/formula.json",
      "formulas/Sync%3A a%2Fb/send.js",
    ]);
    expect(files.get("formulas/Sync%3A a%2Fb/formula.json")).not.toMatch(/"id"|createdDate|done/);
  });

  test("is the same whatever the order of keys was", () => {
    const turned = Object.fromEntries(Object.entries(sync).reverse());
    expect(written([["formula", turned]])).toEqual(written([["formula", sync]]));
  });

  test.each<[DefinitionType, DefinitionJson]>([
    ["formula", sync],
    [
      "element",
      element("crm", {
        hooks: [
          { type: "preRequest", body: "done();" },
          { type: "preRequest", body: "done({});" },
        ],
      }),
    ],
    [
      "commonResource",
      commonResource("people", {
        crm: mapped({ body: "done(1);", level: "organization" }, { body: "done(2);", level: "account" }),
        shop: mapped({ body: "done(3);" }),
      }),
    ],
  ])("%s: what was written is read as it was", (type, json) => {
    const { definitions } = readFiles(written([[type, json]]));
    const { normalized } = DEFINITION_KINDS[type];
    expect(definitions.map((one) => normalized(one.json))).toEqual([JSON.parse(JSON.stringify(normalized(json)))]);
  });

  test("the scripts of a common resource are named after the element and the level", () => {
    const scripts = [
      { body: "done(1);", level: "organization" },
      { body: "done(2);", level: "account" },
    ];
    const files = written([["commonResource", commonResource("people", { crm: mapped(...scripts) })]]);
    expect([...files.keys()]).toEqual([
      "common-resources/people/common-resource.json",
      "common-resources/people/crm account.js",
      "common-resources/people/crm organization.js",
    ]);
    expect(files.get("common-resources/people/common-resource.json")).not.toContain("done");
  });

  test.each([
    ["a/b\\c:d", "a%2Fb%5Cc%3Ad"],
    [".hidden", "%2Ehidden"],
    ["..", "%2E%2E"],
    ["ends. ", "ends.%20"],
    ["con", "%63on"],
    ["100%", "100%25"],
    ["Größe", "Größe"],
  ])("the name %j is the file %j", (name, file) => expect(fileName(name)).toBe(file));

  const long = (name: string) => `${fileName(name)}~999.json`;
  test.each([
    ["Japanese", "注文を受け付けて出荷する".repeat(20)],
    ["Arabic", "معالجةطلبات".repeat(20)],
    ["emoji", "🧾".repeat(120)],
    ["refused characters", "<".repeat(150)],
    ["spaces and dots", `${"a".repeat(140)}${". ".repeat(40)}`],
    ["Latin", "Order intake ".repeat(30)],
  ])("a long name in %s is cut between characters, and differs from others", (_, name) => {
    expect(Buffer.byteLength(long(name))).toBeLessThanOrEqual(255);
    expect(fileName(name).isWellFormed()).toBe(true);
    expect(decodeURIComponent(fileName(name))).toMatch(/^(.+)~[0-9a-f]{10}$/s);
    expect(name).toContain(decodeURIComponent(fileName(name)).replace(/~[0-9a-f]{10}$/, ""));
    expect(fileName(`${name}1`)).not.toBe(fileName(`${name}2`));
  });

  test("a name that is not too long is not cut", () => {
    for (const name of ["a".repeat(150), "注".repeat(80)]) expect(fileName(name)).toBe(name);
  });

  test("names are unique on systems that ignore case", () => {
    const unique = uniqueNames();
    expect(["a.js", "A.js", "a.js", "a~2.js"].map(unique)).toEqual(["a.js", "A~2.js", "a~3.js", "a~2~2.js"]);
  });
});

test("things come after what they need, and circles end", () => {
  const needs: Record<string, string[]> = { a: ["b"], b: ["c"], c: [], d: ["e"], e: ["d"] };
  expect(inOrder(["a", "d", "b", "c", "e"], (name) => needs[name] ?? [])).toEqual(["c", "b", "a", "e", "d"]);
});

describe("planning", () => {
  const empty: Surroundings = { existing: () => [], isKnown: () => false, instances: [], chosen: {} };
  const planOf = (files: Record<string, unknown>, surroundings: Partial<Surroundings> = {}) =>
    planDefinitions(readFiles(filesOf(files)).definitions, { ...empty, ...surroundings });
  const actionsOf = (...given: Parameters<typeof planOf>) =>
    planOf(...given).definitions.map(({ name, action }) => [name, action]);
  const findingsOf = (...given: Parameters<typeof planOf>) =>
    planOf(...given).definitions.flatMap(({ findings }) =>
      findings.map(({ severity, message }) => `${severity}: ${message}`),
    );

  test("properties that nothing reads are named, with the one that is meant", () => {
    const properties = { urll: "https://example.com", url: "https://example.com", method: "GET", shade: 1 };
    expect(findingsOf({ "a.json": formula("Sync", [step("a", "httpRequest", properties)]) })).toEqual([
      'changes: urll of step "a": has no effect. Did you mean url?',
      'changes: shade of step "a": has no effect.',
    ]);
  });

  test("creates what is new, updates what differs, and leaves the rest", () => {
    const existing: Surroundings["existing"] = (_, name) =>
      name === "New"
        ? []
        : [{ id: 9, name, json: { ...formula(name, [step("a", "script", { body: "done(1);" })]), id: 9 } }];
    expect(
      actionsOf(
        {
          "new.json": formula("New", []),
          "changed.json": formula("Changed", [step("a", "script", { body: "done(2);" })]),
          "same.json": formula("Same", [{ name: "a", type: "script", properties: { body: "done(1);" } }]),
        },
        { existing },
      ),
    ).toEqual([
      ["New", "create"],
      ["Changed", "update"],
      ["Same", "unchanged"],
    ]);
  });

  test("a definition that is left out is not imported, and those that name it have a finding unless it is here", () => {
    const files = {
      "outer.json": formula("Outer", [step("call", "formula", { formulaId: 7 })], {
        subFormulas: [{ id: 7, name: "Inner" }],
      }),
      "inner.json": { ...formula("Inner", [step("x", "teleport")]), id: 7 },
    };
    const except = [{ type: "formula" as const, name: "Inner" }];
    expect(actionsOf(files, { except })).toEqual(
      expect.arrayContaining([
        ["Inner", "leftOut"],
        ["Outer", "create"],
      ]),
    );
    expect(findingsOf(files, { except })).toEqual([
      'fails: formulaId of step "call": the formula "Inner" is left out, and not in this organization. The field is left empty.',
    ]);
    const here = planOf(files, {
      ...{ except, existing: (_, name) => (name === "Inner" ? [{ id: 40, name, json: formula("Inner", []) }] : []) },
    });
    const outer = here.definitions.find(({ name }) => name === "Outer");
    expect(outer).toMatchObject({ findings: [], json: { steps: [{ properties: { formulaId: 40 } }] } });
    expect(actionsOf(files, { except: [{ type: "element", name: "Inner" }] })).toContainEqual(["Inner", "blocked"]);
  });

  test("formulas come after those that they run, by the ids of their export", () => {
    const { definitions } = planOf({
      "outer.json": formula("Outer", [step("call", "formula", { formulaId: "7" })]),
      "inner.json": { ...formula("Inner", []), id: 7 },
    });
    expect(definitions.map(({ name }) => name)).toEqual(["Inner", "Outer"]);
  });

  test("a formula that is here by the name in the export takes the place of the other", () => {
    const { definitions } = planOf(
      {
        "outer.json": formula("Outer", [step("call", "formula", { formulaId: "7" })], {
          subFormulas: [{ id: 7, name: "Inner" }],
        }),
      },
      { existing: (_, name) => (name === "Inner" ? [{ id: 40, name, json: formula("Inner", []) }] : []) },
    );
    expect(definitions[0]?.json.steps).toMatchObject([{ properties: { formulaId: "40" } }]);
  });

  test("a next step that does not exist is saved, and fails", () => {
    const triggers = [{ type: "manual", properties: {}, onSuccess: ["gone"] }];
    expect(findingsOf({ "outer.json": formula("Outer", [], { triggers }) })).toEqual([
      'fails: onSuccess of "trigger" names the step "gone", which does not exist.',
    ]);
  });

  test("an id of another system never reaches what has it here", () => {
    const files = { "outer.json": formula("Outer", [step("call", "formula", { formulaId: 7 })]) };
    expect(findingsOf(files)).toEqual([
      'fails: formulaId of step "call": the formula 7 is neither in the files nor in this organization. The field is left empty.',
    ]);
    expect(planOf(files).definitions[0]?.json.steps).toEqual([expect.objectContaining({ properties: {} })]);
  });

  test("common resources come after the elements that they map, and those of elements that are not here say so", () => {
    const people = commonResource("people", { crm: mapped(), shop: mapped() });
    const files = { "a.json": people, "b.json": element("crm") };
    expect(actionsOf(files)).toEqual([
      ["crm", "create"],
      ["people", "create"],
    ]);
    expect(findingsOf(files)).toEqual([
      'fails: the transformation of shop: the element "shop" is neither in the files nor in this organization. It is left out.',
    ]);
    expect(
      findingsOf({
        "a.json": commonResource("people", { crm: { ...mapped(), fields: [field("a[", "account")] } }),
        "b.json": element("crm"),
      }),
    ).toEqual(
      ["path", "vendorPath"].map((name) => expect.stringContaining(`blocked: transformation.crm.fields[0].${name}: `)),
    );
  });

  const crm = { id: 90, elementKey: "crm", name: "Production", tags: ["eu"] };
  const using = (more: DefinitionJson = {}) => ({
    "a.json": formula(
      "A",
      [step("list", "elementRequest", { elementInstanceId: "5", method: "GET", api: "/contacts" })],
      more,
    ),
  });
  const described = using({ elementInstances: [{ id: 5, elementKey: "crm", name: "Sandbox", tags: ["eu"] }] });
  const boundIn = (...given: Parameters<typeof planOf>) => planOf(...given).definitions.map(({ json }) => json.steps);

  test.each<[string, Partial<Surroundings>, unknown]>([
    ["the only one of its element", { instances: [{ ...crm, tags: [] }] }, "90"],
    ["the one with its tags", { instances: [{ ...crm, id: 91, tags: [] }, crm] }, "90"],
    [
      "the one with its name",
      {
        instances: [
          { ...crm, tags: [] },
          { ...crm, id: 92, tags: [], name: "Sandbox" },
        ],
      },
      "92",
    ],
    ["the chosen one", { instances: [crm, { ...crm, id: 93, tags: [] }], chosen: { 5: 93 } }, "93"],
  ])("an element instance becomes %s", (_, surroundings, id) => {
    expect(boundIn(described, surroundings)).toMatchObject([[{ properties: { elementInstanceId: id } }]]);
    expect(actionsOf(described, surroundings)).toEqual([["A", "create"]]);
  });

  test.each<[string, Partial<Surroundings>]>([
    ["none is here", {}],
    ["several could be meant", { instances: [crm, { ...crm, id: 91 }] }],
    ["the chosen one is not here", { instances: [crm], chosen: { 5: 94 } }],
    ["the id belongs to another element", { instances: [{ id: 5, elementKey: "shop", name: "Shop", tags: [] }] }],
  ])("an element instance must be chosen if %s", (_, surroundings) => {
    expect(findingsOf(described, surroundings)).toEqual([
      'blocked: elementInstanceId of step "list": choose the element instance that takes the place of "Sandbox" (5) of the element crm.',
    ]);
  });

  test("an id that the export does not describe is bound to the one here, and says so", () => {
    expect(findingsOf(using(), { instances: [{ ...crm, id: 5 }] })).toEqual([
      'changes: elementInstanceId of step "list": 5 is "Production" of the element crm here. Choose another if it is not the one that was meant.',
    ]);
  });

  test.each<[string, Record<string, unknown>, string]>([
    [
      "a library",
      {
        "a.json": formula("A", [
          step("x", "script", { body: "const a = 1;\nconst q = require('request');\ndone(q);" }),
        ]),
      },
      'fails: Step "x": line 2 requires "request", which scripts do not have.',
    ],
    [
      "http in a formula",
      { "a.json": formula("A", [step("x", "script", { body: "require('http'); done(1)" })]) },
      'fails: Step "x": line 1 requires "http", which scripts do not have.',
    ],
    [
      "Java",
      { "e.json": element("e", { hooks: [{ type: "preRequest", body: "Java.type('x.Y'); done()" }] }) },
      "fails: Hook preRequest: it uses Java classes, which scripts do not have.",
    ],
    ["a missing script", { "a.json": formula("A", [step("x", "filter")]) }, 'fails: Step "x": the script is missing.'],
    [
      "code of the old system",
      { "e.json": element("e", { resources: [{ method: "GET", path: "/old", kind: "java" }] }) },
      "fails: GET /old is implemented in code that an export does not contain.",
    ],
    ["a shape that is none", { "a.json": formula("A", [step("x", "teleport")]) }, "blocked: steps.0.type"],
    [
      "two of a name",
      { "a.json": formula("A", []), "b.json": formula("A", []) },
      "blocked: a.json has one with the same name.",
    ],
  ])("reports %s", (_, files, finding) => {
    expect(findingsOf(files)).toEqual([expect.stringContaining(finding)]);
  });

  test.each(["lodash", "lodash/pick", "lodash/fp", "moment", "util"])("%s is a library", (module) => {
    expect(
      findingsOf({ "a.json": formula("A", [step("x", "script", { body: `require("${module}"); done(1)` })]) }),
    ).toEqual([]);
  });
});
