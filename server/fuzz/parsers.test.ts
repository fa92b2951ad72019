import { expect, test } from "vitest";
import { fuzz } from "./fuzz.ts";
import { PARSERS } from "./parsers.ts";

/** For all parsers together. `npm run fuzz` gives more, and others each time. */
const CASES = 100_000;
/** The same texts in every run, so that a failure is of the change that is tested. */
const SEED = 20_261_125;

test.each(PARSERS.map((parser) => [parser.name, parser] as const))(
  "%s: refuses broken text or reads it, and nothing else",
  async (_, parser) => fuzz(parser, Math.ceil(CASES / PARSERS.length), SEED),
);

test("finds what throws anything but a refusal", async () => {
  const careless = { name: "careless", seeds: ["[1]"], parse: (text: string) => JSON.parse(text) };
  await expect(fuzz(careless, 1000, SEED)).rejects.toThrow(/Counterexample/);
});

test("finds a result that cannot be", async () => {
  const wrong = {
    name: "wrong",
    seeds: ["1,2,3"],
    parse: (text: string) => text.split(","),
    check: (parts: unknown) => expect(parts).toHaveLength(3),
  };
  await expect(fuzz(wrong, 1000, SEED)).rejects.toThrow(/Counterexample/);
});
