import { expect, test } from "vitest";
import { depthOf } from "#server/formula/records.ts";
import { contentOf, decodePart, filled, longValueAt, outlineOf } from "./value-outline.ts";

const LONG = {
  text: `${'quoted "text" \\ with 😀 äöü\n'.repeat(400)}end`,
  list: Array.from({ length: 900 }, (_, n) => `n${n}`),
};
const reply = {
  request: { url: "https://x" },
  response: { code: 200, body: LONG.text, items: LONG.list, "ä.b": null },
};

/** The texts of the long values of an output, read in parts of this many bytes. */
function textsOf(stepType: string, output: unknown, size: number) {
  const json = JSON.stringify(output);
  const bytes = Buffer.from(json);
  const outline = outlineOf(json, depthOf(stepType, "v3"));
  if (!outline) return null;
  const texts = outline.long.map((value) => {
    let text = "";
    for (let from: number | null = contentOf(value).from; from !== null; ) {
      const part = decodePart(value, bytes.subarray(from, Math.min(contentOf(value).to, from + size)), from);
      text += part.text;
      from = part.next;
    }
    expect(text.length).toBe(value.length);
    return text;
  });
  return { outline, texts };
}

test.each([16, 33, 1000, 1_000_000])("long values are read without the rest, in parts of %i bytes", (size) => {
  const found = textsOf("httpRequest", reply, size);
  expect(found?.texts).toEqual([LONG.text, JSON.stringify(LONG.list)]);
});

test("the outline has what is short, and a mark for each long value", () => {
  const { outline } = textsOf("httpRequest", reply, 1000) ?? {};
  if (!outline) throw new Error("There is no outline.");
  expect(filled(outline, ({ length }) => `${length} characters`)).toEqual({
    request: { url: "https://x" },
    response: {
      code: 200,
      body: `${LONG.text.length} characters`,
      items: `${JSON.stringify(LONG.list).length} characters`,
      "ä.b": null,
    },
  });
  expect(longValueAt(outline, "n1")).toBeUndefined();
});

test("an output that is one value is one long value", () => {
  expect(textsOf("script", LONG.text, 100)?.texts).toEqual([LONG.text]);
  expect(textsOf("script", LONG.list, 100)?.texts).toEqual([JSON.stringify(LONG.list)]);
});

test("every place at which a text can be cut leads to the same text", () => {
  const text = `${"x".repeat(5000)}é😀\\"\u2028\ud800\t`;
  for (let size = 5000; size < 5040; size++) expect(textsOf("script", { text }, size)?.texts).toEqual([text]);
});

test("an output with thousands of keys, or with what could be taken for a mark, has no outline", () => {
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`key${n}`, n]));
  expect(textsOf("script", many, 100)).toBeNull();
  expect(textsOf("script", { long: LONG.text, fake: "\u00000" }, 100)).toBeNull();
});
