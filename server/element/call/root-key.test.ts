import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseDataPath, readAt, writeAt } from "../data-path.ts";
import { rootKeysOf, unwrapReply, wrapRequest } from "./root-key.ts";

const unwrap = (rootKey: string, body: unknown, isList = true) => {
  const { response } = rootKeysOf({ rootKey });
  return response ? unwrapReply(response, body, { isList }) : body;
};

describe("the response root key", () => {
  test.each<[string, string, unknown, unknown]>([
    ["a field", "data", { data: [1] }, [1]],
    ["a path", "a.b", { a: { b: [1] } }, [1]],
    ["every entry", "contacts[*]", { contacts: [1, 2] }, [1, 2]],
    ["a leading dot", ".events[*]", { events: [1] }, [1]],
    ["an entry", "a[0].b", { a: [{ b: 1 }] }, 1],
    ["a long way", "events[0].data.output.worker", { events: [{ data: { output: { worker: 3 } } }] }, 3],
    ["a field of every entry", "list[*].x", { list: [{ x: 1 }, {}, { x: 2 }] }, [1, 2]],
    ["a single thing where a list is meant, as XML has it", "list[*]", { list: { x: 1 } }, [{ x: 1 }]],
    ["nothing", "", { data: 1 }, { data: 1 }],
    ["blank", "  ", [1], [1]],
    ["a dollar", "$.data", { data: [1] }, [1]],
    ["a name in quotes", "['a.b'].c", { "a.b": { c: [1] } }, [1]],
    ["a list that is missing", "data", { other: 1 }, []],
    ["a list that is null", "data", { data: null }, []],
    ["a reply that is the list already", "data", [1], [1]],
    ["what belongs to all objects is nobody's", "constructor.name", {}, []],
    ["a text", "data", "ok", "ok"],
  ])("%s", (_, rootKey, body, expected) => {
    expect(unwrap(rootKey, body)).toEqual(expected);
  });

  test("hands a reply of another shape on as it is", () => {
    expect(unwrap("data", { id: 1 }, false)).toEqual({ id: 1 });
    expect(unwrap("data", undefined)).toBeUndefined();
  });
});

describe("the request root key", () => {
  test.each<[string, string, unknown]>([
    ["a field", "contact", { contact: { name: "Ann" } }],
    ["a path", "data.attributes", { data: { attributes: { name: "Ann" } } }],
    ["a list", "items[0]", { items: [{ name: "Ann" }] }],
    ["every entry of a list", "items[*]", { items: [{ name: "Ann" }] }],
  ])("%s", (_, requestRootKey, expected) => {
    const { request } = rootKeysOf({ requestRootKey, rootKey: undefined });
    expect(request && wrapRequest(request, { name: "Ann" })).toEqual(expected);
  });

  test("may be written before the response's, with a bar", () => {
    expect(rootKeysOf({ rootKey: "contact|data[*]", requestRootKey: undefined })).toEqual({
      request: ["contact"],
      response: parseDataPath("data[*]"),
    });
    expect(rootKeysOf({ rootKey: "|data", requestRootKey: undefined })).toEqual({ response: ["data"] });
  });
});

describe("paths into data", () => {
  const name = fc.stringMatching(/^[a-zA-Z_ é-]{1,8}$/).filter((text) => text.trim() === text && text !== "");

  test("reads written values back, and leaves the original unchanged", () => {
    const path = fc.array(fc.oneof(name, fc.nat({ max: 5 })), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(path, fc.jsonValue(), (parts, before) => {
        const original = JSON.stringify(before);
        const after = writeAt(before, parts, "here");
        expect(readAt(after, parts)).toBe("here");
        expect(JSON.stringify(before)).toBe(original);
      }),
    );
  });

  test("any text is a path or the name of a field, and reading never throws", () => {
    fc.assert(
      fc.property(fc.string(), fc.jsonValue(), (text, value) => {
        readAt(value, parseDataPath(text));
      }),
    );
  });

  test.each(["__proto__.x", "a.constructor", "prototype"])("%s is never written", (text) => {
    expect(() => writeAt({}, parseDataPath(text), 1)).toThrow(/must not be named/);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  test("a place far out of a list is never made", () => {
    expect(() => writeAt({}, parseDataPath("a[100000000]"), 1)).toThrow(/too large for an index/);
  });
});
