import { describe, expect, test } from "vitest";
import { scriptRefusals, withInheritedEngine } from "./check-script.ts";
import { stepSchema } from "./shape.ts";

const script = (properties: object, type = "script", name = "s") => stepSchema.parse({ name, type, properties });
const messages = (properties: object, type?: string) =>
  scriptRefusals({ steps: [script(properties, type)] }).map(({ message }) => message);

describe("a body that says it is v2", () => {
  test.each([
    ["with a top-level return", "if (a) { return 1; }\ndone(1);", ["must not return"]],
    ["without done", "console.log('hello, world!')", ["must call done()"]],
    ["with neither", "return 1", ["must not return", "must call done()"]],
    ["with a return in a function", "done([1].map((a) => { return a }));", []],
  ])("%s", (_, body, expected) => {
    expect(messages({ body, scriptEngine: "v2" })).toEqual(expected.map((part) => expect.stringContaining(part)));
    expect(messages({ body, scriptEngine: "v2" }, "filter")).toHaveLength(expected.length);
  });
});

test.each(["console.log('hello, world!')", "This is a bad script step;", "return 1", "done(test); This here should…"])(
  "%j is stored when it says nothing of its engine",
  (body) => {
    expect(messages({ body })).toEqual([]);
    expect(messages({ body, scriptEngine: "v1" })).toEqual([]);
  },
);

test("other steps' bodies are no scripts", () => {
  expect(messages({ body: "return", scriptEngine: "v2" }, "request")).toEqual([]);
});

describe("a script without scriptEngine", () => {
  const v1 = script({ scriptEngine: "v1" });
  test.each([
    [
      "joins a formula of v1 scripts as v1",
      [v1, script({ scriptEngine: "v1" }, "filter"), script({}, "request")],
      "v1",
    ],
    ["keeps none where another has none", [v1, script({})], undefined],
    ["keeps none where another is v2", [v1, script({ scriptEngine: "v2" })], undefined],
    ["keeps none where it is the first", [], undefined],
  ])("%s", (_, others, engine) => {
    expect(withInheritedEngine(script({ body: "x" }), others).properties.scriptEngine).toBe(engine);
  });
  test("is the only kind of step that inherits", () => {
    expect(withInheritedEngine(script({}, "request"), [v1]).properties).toEqual({});
    expect(withInheritedEngine(script({ scriptEngine: "v2" }), [v1]).properties).toEqual({ scriptEngine: "v2" });
  });
});
