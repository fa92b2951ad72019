import { createConfig, lintFromString } from "@redocly/openapi-core";
import { describe, expect, test } from "vitest";
import { metadataOf } from "#server/element/automatic/object-metadata.ts";
import { converterOf } from "#server/element/converters/registry.ts";
import { automaticConfiguration } from "#server/element/definition/automatic-configuration.ts";
import { elementRefusals } from "#server/element/definition/check.ts";
import { prepareElement } from "#server/element/definition/prepare.ts";
import { elementDocs } from "#server/element/docs/docs.ts";
import { PLACES } from "#server/element/parameters/registry.ts";
import { compileElement } from "#server/element/plan.ts";
import { addressOf } from "#server/element/resource-path.ts";
import { elementSchema } from "#server/element/shape.ts";
import { HUBS } from "./hubs.ts";
import { catalogFor, DEMO_ELEMENTS, PUBLIC_ELEMENTS } from "./registry.ts";

const CATALOG = catalogFor({ demoProviderUrl: "http://localhost:3100" });

test("the demo elements are there only where there is a demo provider, and call it", () => {
  const keys = catalogFor({ demoProviderUrl: undefined }).map(({ key }) => key);
  expect(keys).toEqual(PUBLIC_ELEMENTS.map(({ key }) => key));
  expect(CATALOG).toHaveLength(DEMO_ELEMENTS.length + PUBLIC_ELEMENTS.length);
  expect(JSON.stringify(CATALOG)).not.toContain("{{");
  const base = CATALOG.find(({ key }) => key === "democrm")?.configuration.find(({ key }) => key === "base.url");
  expect(base?.defaultValue).toBe("http://localhost:3100/crm");
});

describe("resources of one name have the fields of their hub", () => {
  const objects = CATALOG.flatMap(({ key, hub, objects, defaultTransformations = [] }) =>
    objects.map(({ name }) => {
      const mapping = defaultTransformations.find(({ objectName }) => objectName === name);
      return { of: `${hub} ${name}`, key, hub, name, mapping };
    }),
  );
  const shared = [...Map.groupBy(objects, ({ of }) => of).values()].filter(({ length }) => length > 1);
  const shapes: Record<string, Record<string, Record<string, string>> | undefined> = HUBS;

  test.each(shared.flat())("$of of $key", ({ key, hub, name, mapping }) => {
    const shape = shapes[hub]?.[name];
    if (!shape) throw new Error(`The hub ${hub} has several elements with ${name}, and no fields for them.`);
    const element = CATALOG.find((each) => each.key === key);
    const plan = compileElement(prepareElement(elementSchema.parse(element), { elementId: 1 }));
    const own = metadataOf(plan, name).fields.map(({ vendorPath, type }) =>
      type === "array" ? [`${vendorPath}[*]`, "string"] : [vendorPath, type],
    );
    const fields = mapping
      ? [
          ...mapping.fields.map(({ path, type }) => [path, type]),
          ...Object.entries(shape).filter(([path]) => mapping.script?.body.includes(path)),
        ]
      : own.filter(([path = ""]) => path in shape);
    expect(Object.entries(shape)).toEqual(expect.arrayContaining(fields));
    expect(fields.map(([path]) => path)).toContain("id");
    // One element has the fields itself, and also all fields that the others can have.
    if (!mapping) expect(fields).toHaveLength(Object.keys(shape).length);
  });
});

test("no two elements have one key", () => {
  expect(new Set(CATALOG.map(({ key }) => key)).size).toBe(CATALOG.length);
});

describe.each(CATALOG)("$key", (definition) => {
  const element = elementSchema.parse(definition);
  const prepared = prepareElement(element, { elementId: 1 });

  test("is saved without a refusal, and no field of it is lost", () => {
    expect(elementRefusals(prepared)).toEqual([]);
    expect(element).toMatchObject(JSON.parse(JSON.stringify(definition)));
  });

  test("tries credentials before an instance with them is made", () => {
    expect(element.resources.filter(({ type }) => type === "provisionAuthValidation")).toHaveLength(1);
  });

  test("each resource can be called", () => {
    expect(compileElement(prepared).resources.filter(({ problem }) => problem)).toEqual([]);
  });

  test("is documented in valid Swagger 2.0", async () => {
    const config = await createConfig({
      rules: { struct: "error", "no-unresolved-refs": "error", "path-parameters-defined": "error" },
    });
    const source = JSON.stringify(elementDocs(prepared, "https://localhost"));
    const problems = await lintFromString({ source, config });
    expect(problems.map(({ message, location }) => `${location[0]?.pointer} ${message}`)).toEqual([]);
  });

  test("method and path are unique", () => {
    const addresses = element.resources.map(addressOf);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  test("configuration keys are unique, and entries have names and descriptions", () => {
    const { configuration } = prepared;
    expect(new Set(configuration.map(({ key }) => key)).size).toBe(configuration.length);
    expect(configuration.filter(({ name, description }) => !name || !description)).toEqual([]);
  });

  test("declares the addresses of its requests and the paging of its lists", () => {
    const value = (key: string) => prepared.configuration.find((entry) => entry.key === key)?.defaultValue ?? "";
    expect(value("base.url")).toMatch(/^(https?|jdbc:postgresql):\/\//);
    expect(["page", "offset", "cursor"]).toContain(value("pagination.type"));
    const { type } = element.authentication;
    const addresses = automaticConfiguration(element).filter(({ key }) =>
      /^oauth\.(authorization|token|request)\.url$/.test(key),
    );
    for (const { key } of addresses)
      expect([type, key, value(key)]).toEqual([type, key, expect.stringMatching(/^https?:/)]);
  });

  describe.each(element.resources)("$method $path", (resource) => {
    const { parameters, model, path, method, description, type } = resource;

    test("has a description, and so have its parameters", () => {
      expect(description).toMatch(/^[A-Z].*[^.]$/);
      expect(parameters.filter((parameter) => !parameter.description)).toEqual([]);
    });

    test("parameters go from a place that has values to one that takes them", () => {
      for (const { type: from, vendorType: to, converter, source } of parameters) {
        const [ours, theirs] = [PLACES[from], PLACES[to]];
        if (source === "response") expect([theirs.readReply, ours.writeReply]).not.toContain(undefined);
        else
          expect([
            from,
            to,
            ours.read,
            converter ? converterOf({ converter, vendorName: "" }) : theirs.write,
          ]).not.toContain(undefined);
      }
    });

    test("every name in its path is a parameter", () => {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const known = parameters.flatMap(({ type, name, vendorType, vendorName }) =>
        type === "path" ? [name] : vendorType === "path" ? [vendorName] : [],
      );
      expect(known).toEqual(expect.arrayContaining(names));
    });

    test("a body it takes has a model of the same name, with fields", () => {
      const bodies = parameters.filter((parameter) => parameter.type === "body");
      for (const body of bodies) {
        expect(body.model).toBe(model?.requestName);
        const { properties } = (model?.requestSwagger?.[body.model ?? ""] ?? {}) as { properties?: object };
        expect(Object.keys(properties ?? {}).length).toBeGreaterThan(0);
      }
      const changes = method === "POST" || method === "PUT" || method === "PATCH";
      if (changes && type === "api" && bodies.length === 0) {
        // An operation without a body uploads a file, or acts on the record in the path.
        expect(parameters.some(({ type: from }) => from === "multipart") || /\/send$/.test(path)).toBe(true);
      }
    });

    test("every declared list has the model of a list", () => {
      const isList = /^List /.test(description ?? "") && model !== undefined;
      if (isList) expect(model?.swagger?.[model.name ?? ""]).toMatchObject({ type: "array" });
    });

    test("a list that says it has pages has parameters for them", () => {
      if (resource.nextPageKey)
        expect(parameters.map(({ name }) => name)).toEqual(expect.arrayContaining(["pageSize"]));
    });
  });

  describe.each(element.objects)("object $name", (object) => {
    test("has its key and its dates among its fields", () => {
      const names = object.fields.map(({ name }) => name);
      const { primaryKeyName, createdDateName, updatedDateName } = object;
      const fieldNames = [primaryKeyName, createdDateName, updatedDateName].filter(Boolean);
      // Some providers return no date of the last change.
      expect(names).toEqual(expect.arrayContaining(fieldNames));
      expect(object.fields.filter(({ displayName, description }) => !displayName || !description)).toEqual([]);
    });
  });
});
