import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { flag, id, longId, nothing } from "../records/fields.ts";
import { bodyOf, inputOf } from "./inputs.ts";

const contract = endpoint({
  method: "POST",
  path: "/things/{thingId}/parts/{partId}",
  auth: "platform",
  summary: "Make a part",
  tags: ["Things"],
  params: z.object({ thingId: id, partId: longId }),
  query: z.object({ deep: flag, searchText: z.string().max(5).optional() }),
  body: z.object({ name: z.string() }),
  reply: nothing,
  handle: async () => ({}),
});

describe("the input of an endpoint", () => {
  const input = inputOf(contract);

  test("is its path and query as JSON", () => {
    expectTypeOf<z.input<typeof input>>().toEqualTypeOf<z.output<typeof input>>();
    expectTypeOf<z.input<typeof input>>().toEqualTypeOf<{
      thingId: number;
      partId: number;
      deep?: boolean | undefined;
      searchText?: string | undefined;
    }>();
    expect(input.parse({ thingId: 7, partId: 2 ** 40 })).toEqual({ thingId: 7, partId: 2 ** 40 });
    const all = { thingId: 7, partId: 0, deep: false, searchText: "x" };
    expect(input.parse(all)).toEqual(all);
  });

  test.each<[string, unknown, string]>([
    ["thingId", 2 ** 31, "must be a number"],
    ["thingId", 0, "must be a number"],
    ["thingId", 1.5, "must be a number"],
    ["thingId", -1, "must be a number"],
    ["thingId", true, "must be a number"],
    ["thingId", null, "must be a number"],
    ["thingId", undefined, "must be a number"],
    ["thingId", { id: 1 }, "must be a number"],
    ["partId", 2 ** 53, "must be a number"],
    ["deep", "maybe", "must be true or false"],
    ["deep", 1, "must be true or false"],
    ["searchText", "longer", "must not be longer than 5 characters"],
  ])("%s is not %j", (name, value, message) => {
    const { error } = input.safeParse({ thingId: 1, partId: 1, [name]: value });
    expect(error?.issues).toMatchObject([{ path: [name], message }]);
  });

  test("has a body only where its endpoint has one", () => {
    expect(bodyOf(contract)).toBe(contract.body);
    expect(() => bodyOf({ path: "/things" })).toThrow("/things takes no body.");
  });
});

describe("procedures derive their inputs from the contracts of endpoints", () => {
  const AGAIN = {
    "a number": /z\.(?:coerce\.number|number|int|int32)\(/,
    "an id": /\b(?:id|\w*Id): z\b/,
    "a schema of the domain": /^import [^;]*?\b(\w+Schema)\b[^;]*? from "#server\/[^"]+"/m,
  };
  const declared = (source: string) =>
    Object.entries(AGAIN)
      .filter(([, pattern]) => pattern.test(source))
      .map(([name]) => name);

  test.each([
    ["z.object({ formulaId: z.int32() })", ["a number", "an id"]],
    ["z.object({ elementInstanceId: z.string() })", ["an id"]],
    ["z.object({ size: z.number().min(1) })", ["a number"]],
    ['import { formulaSchema } from "#server/formula/shape.ts";', ["a schema of the domain"]],
    [
      'import {\n  type Formula,\n  formulaPatchSchema,\n} from "#server/formula/shape.ts";',
      ["a schema of the domain"],
    ],
    ["z.object({ formulaId, draftId: id, on: z.boolean() })", []],
  ])("%s", (source, names) => {
    expect(declared(source)).toEqual(names);
  });

  const files = readdirSync(import.meta.dirname).filter((name) => !/^inputs\.|\.test\.ts$/.test(name));
  test.each(files)("%s", (name) => {
    expect(declared(readFileSync(`${import.meta.dirname}/${name}`, "utf8"))).toEqual([]);
  });
});
