import { expect, test } from "vitest";
import { readSource } from "./read-source.ts";

const unused = () => undefined;
const read = (text: string) => readSource(text, { yaml: unused, xml: unused });

test.each([
  ["{", "the document"],
  ['{"openapi":"3.0.0","paths":{"/contacts":{"get":{', "paths./contacts.get"],
  ['{"openapi":"3.0.0","paths":{"/contacts":{"get":{"summary":"All \\"the', "paths./contacts.get.summary"],
  ['{"item":[{"name":"a"},{"name":"{[","request":{"url":', "item.1.request.url"],
  ['{"paths":{"/a":{}},"info":{"title":', "info.title"],
  [`{"a":${"[".repeat(1000)}`, "a.0.0.0.0.0.0.0.0.0.0.0…"],
])("%s is refused with what it leaves open", (text, place) => {
  expect(() => read(text)).toThrow(`file: must be JSON or YAML (the file ends early, within ${place}).`);
});

test.each([
  ["{a", /line 1 column 2/],
  ['{"a":1,\n "b" 2}', /line 2 column 6/],
  [" \n ", /missing or empty/],
])("%j is refused with its line", (text, words) => {
  expect(() => read(text)).toThrow(words);
});
