import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  configurationSchema,
  formulaInstancePatchSchema,
  formulaInstanceSchema,
  formulaPatchSchema,
  formulaSchema,
  stepSchema,
  triggerSchema,
} from "./shape.ts";

const problems = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);

describe("formulaSchema", () => {
  test("a name alone is a formula", () => {
    expect(formulaSchema.parse({ name: "a" })).toEqual({
      name: "a",
      active: true,
      singleThreaded: false,
      debugLoggingEnabled: true,
      triggers: [],
      steps: [],
      configuration: [],
    });
  });
  test("null entries and null fields count as missing", () => {
    const formula = {
      name: "a",
      description: null,
      engine: null,
      method: null,
      uri: null,
      active: null,
      steps: [null],
      triggers: [null],
      configuration: null,
    };
    expect(formulaSchema.parse(formula)).toEqual(formulaSchema.parse({ name: "a" }));
  });
  test("read-only and unknown fields are dropped", () => {
    const sent = {
      name: "a",
      id: 1,
      userId: 2,
      createdDate: "x",
      api: "GET /x",
      subFormulas: [{}],
      formula: {},
      other: 1,
    };
    expect(formulaSchema.parse(sent)).toEqual(formulaSchema.parse({ name: "a" }));
  });
  test("the name is freed of tags", () => {
    expect(formulaSchema.parse({ name: '<a href="#">acme-xss</a>' }).name).toBe("acme-xss");
  });
  test.each([
    ["no name", {}, ["name: is required"]],
    ["an empty name", { name: "<b></b>" }, ["name: must not be empty"]],
    ["a name that is no text", { name: 5 }, ["name: must be text"]],
    ["engine v2", { name: "a", engine: "v2" }, ["engine: must be v1 or v3"]],
    ["an unknown method", { name: "a", method: "TRACE" }, ["method: must be GET, POST, PUT, PATCH or DELETE"]],
  ])("%s is refused", (_, formula, expected) => {
    expect(problems(formulaSchema, formula)).toEqual(expected);
  });
  test("has a JSON schema for the documentation", () => {
    expect(z.toJSONSchema(formulaSchema, { io: "input" })).toMatchObject({ type: "object" });
  });
});

describe("stepSchema", () => {
  test("fills in missing fields", () => {
    expect(stepSchema.parse({ name: "a", type: "script", id: 5 })).toEqual({
      name: "a",
      type: "script",
      properties: {},
      onSuccess: [],
      onFailure: [],
    });
  });
  test("keeps properties as they were sent, further ones too", () => {
    const properties = { retryAttempts: "3", retry: "true", own: { a: 1 }, query: "" };
    expect(stepSchema.parse({ name: "a", type: "httpRequest", properties }).properties).toEqual(properties);
  });
  test("takes references where values are", () => {
    const properties = { method: "${config.m}", retryAttempts: "${config.n}", elementInstanceId: "${sfdc}", api: "/x" };
    expect(problems(stepSchema, { name: "a", type: "elementRequest", properties })).toBeUndefined();
  });
  test.each([
    [
      "an unknown type",
      { name: "a", type: "sql" },
      [/^type: "sql" is not a step type: use one of elementRequest, .*retryFormulaExecution$/],
    ],
    ["no type", { name: "a" }, [/^type: a step needs a type: use one of/]],
    ["java", { name: "a", type: "java" }, [/^type: Invalid formula for the v3 engine/]],
    ["no name", { type: "script" }, [/^name: is required$/]],
    [
      "six retries",
      { name: "a", type: "request", properties: { retryAttempts: 6 } },
      [/^properties.retryAttempts: must be at most 5$/],
    ],
    [
      "six retries as text",
      { name: "a", type: "request", properties: { retryAttempts: "6" } },
      [/^properties.retryAttempts/],
    ],
    [
      "eight retries of an execution",
      { name: "a", type: "retryFormulaExecution", properties: { retryAttempts: 8 } },
      [/^properties.retryAttempts: must be at most 7$/],
    ],
    [
      "broken codes",
      { name: "a", type: "httpRequest", properties: { retryStatusCodes: "401-,400" } },
      [/^properties.retryStatusCodes: "401-"/],
    ],
    [
      "an endless delay",
      { name: "a", type: "httpRequest", properties: { retryDelay: 1e12 } },
      [/^properties.retryDelay/],
    ],
    [
      "an unknown script engine",
      { name: "a", type: "script", properties: { scriptEngine: "v9" } },
      [/^properties.scriptEngine/],
    ],
  ])("%s is refused", (_, step, expected) => {
    expect(problems(stepSchema, step)).toEqual(expected.map((message) => expect.stringMatching(message)));
  });
});

describe("triggerSchema", () => {
  test("fills in missing fields", () => {
    expect(triggerSchema.parse({ type: "manual" })).toEqual({
      type: "manual",
      name: "trigger",
      async: true,
      properties: {},
      onSuccess: [],
      onFailure: [],
    });
  });
  test.each([
    [
      "an unknown type",
      { type: "email" },
      [/^type: "email" is not a trigger type: use one of event, elementRequest, scheduled, manual$/],
    ],
    ["a broken cron", { type: "scheduled", properties: { cron: "0 61 * * * ?" } }, [/^properties.cron: minute "61"/]],
  ])("%s is refused", (_, trigger, expected) => {
    expect(problems(triggerSchema, trigger)).toEqual(expected.map((message) => expect.stringMatching(message)));
  });
  test("a cron may be a variable", () => {
    expect(problems(triggerSchema, { type: "scheduled", properties: { cron: "${config.cron}" } })).toBeUndefined();
  });
});

describe("configurationSchema", () => {
  test("is a required value called as its key unless it says so", () => {
    expect(configurationSchema.parse({ key: "a.b" })).toEqual({
      key: "a.b",
      name: "a.b",
      type: "value",
      required: true,
    });
    expect(configurationSchema.parse({ key: "a", name: "A", type: "elementInstance", required: false })).toEqual({
      key: "a",
      name: "A",
      type: "elementInstance",
      required: false,
    });
  });
  test("needs a key", () => {
    expect(problems(configurationSchema, { name: "a" })).toEqual(["key: is required"]);
  });
});

test("formulaPatchSchema accepts any part, and null to remove one", () => {
  expect(formulaPatchSchema.parse({ method: null, uri: null })).toEqual({ method: null, uri: null });
  expect(formulaPatchSchema.parse({ name: "<b>x</b>", engine: "v3", active: false, steps: [] })).toEqual({
    name: "x",
    engine: "v3",
    active: false,
  });
  expect(formulaPatchSchema.parse({ method: "get" })).toEqual({ method: "GET" });
});

describe("formula instances", () => {
  test("fill in missing fields", () => {
    expect(formulaInstanceSchema.parse({ name: "<i>a</i>", id: 5, formula: { id: 1 } })).toEqual({
      name: "a",
      active: true,
      singleThreaded: false,
      configuration: {},
      settings: {},
    });
  });
  test("keep configuration values as text", () => {
    expect(
      formulaInstanceSchema.parse({ name: "a", configuration: { id: 48902, flag: true, s: "x", o: { a: 1 }, n: null } })
        .configuration,
    ).toEqual({ id: "48902", flag: "true", s: "x", o: { a: 1 } });
  });
  test("a PUT may be partial", () => {
    expect(
      formulaInstancePatchSchema.parse({
        firstConsecutiveErrorDate: "2017-01-01T01:00:00-00:00",
        numberConsecutiveErrors: 50,
      }),
    ).toEqual({
      firstConsecutiveErrorDate: new Date("2017-01-01T01:00:00Z"),
      numberConsecutiveErrors: 50,
    });
    expect(formulaInstancePatchSchema.parse({})).toEqual({});
  });
});
