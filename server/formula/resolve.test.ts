import { expect, test } from "vitest";
import { z } from "zod";
import { emptyContext } from "#server/testing/fake-formula-ports.ts";
import { property } from "./property.ts";
import { resolveProperties } from "./resolve.ts";

const schema = z.object({
  count: z.number("must be a number").register(property, { reads: "template", label: "Count" }),
  body: z.unknown().optional().register(property, { reads: "template", label: "Body", place: "json" }),
  code: z.string().optional().register(property, { reads: "script", label: "Code" }),
  list: z.string().optional().register(property, { reads: "path", label: "List" }),
  plain: z.string().optional(),
});
const context = { ...emptyContext(), config: { n: 5, quote: '"', empty: "" } };
const resolve = (saved: Record<string, unknown>, engine: "v1" | "v3" = "v3") =>
  resolveProperties(schema, saved, context, engine);

test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
  ["fills templates with values of their own type", { count: "${config.n}" }, { count: 5 }],
  [
    "leaves scripts and paths alone",
    { count: 1, code: "`${config.n}`", list: "${config.n}" },
    { count: 1, code: "`${config.n}`", list: "${config.n}" },
  ],
  [
    "counts empty text, null and references to nothing as absent",
    { count: 1, body: null, code: "", plain: "${config.empty}" },
    { count: 1 },
  ],
  [
    "writes values as their place needs",
    { count: 1, body: '{"a":"${config.quote}"}' },
    { count: 1, body: '{"a":"\\""}' },
  ],
  ["drops what is no property", { count: 1, other: 2 }, { count: 1 }],
])("%s (spec §2.3)", (_, saved, properties) => {
  expect(resolve(saved)).toEqual({ ok: true, properties });
});

test("the error names the property", () => {
  expect(resolve({ count: "${config.quote}" })).toEqual({ ok: false, error: "count: must be a number" });
});

test("shorthand is of engine v1", () => {
  expect(resolve({ count: "${n}" }, "v1")).toEqual({ ok: true, properties: { count: 5 } });
  expect(resolve({ count: "${n}" })).toMatchObject({ ok: false });
});
