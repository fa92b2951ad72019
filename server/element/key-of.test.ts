import { expect, test } from "vitest";
import { prepareElement } from "./definition/prepare.ts";
import { keyOf } from "./key-of.ts";
import { elementSchema } from "./shape.ts";

test.each([
  ["Bücher & Wörter", "bucherworter"],
  ["Straße ÆØÅ œuvre Łódź", "strasseaeoaoeuvrelodz"],
  ["Þór Đăng ħ ı", "thordanghi"],
  ["ﬁle ①", "file1"],
  ["Pet Store 2", "petstore2"],
  ["日本", ""],
])("the key of %j is %j", (name, key) => expect(keyOf(name)).toBe(key));

test("a saved key stays, however it came about", () => {
  const definition = elementSchema.parse({
    ...{ name: "Bücher", hub: "general", description: "d", authentication: { type: "basic" } },
    ...{ configuration: [], parameters: [], hooks: [], resources: [], objects: [] },
  });
  const saved = prepareElement({ ...definition, key: "bcher" }, { elementId: 1 });
  expect(prepareElement(definition, { elementId: 1, before: saved }).key).toBe("bcher");
  expect(prepareElement(definition, { elementId: 1 }).key).toBe("bucher");
});
