import fc from "fast-check";
import { expect, test } from "vitest";
import { codeParts, readCodes } from "./status-code-parts.ts";

test.each<[string, string[]]>([
  ["", []],
  [" ", []],
  ["200", ["200"]],
  ["200-205, 208", ["200-205", "208"]],
  ["200,${config.codes}", ["200", "${config.codes}"]],
  ["${config['a,b']},404", ["${config['a,b']}", "404"]],
  ["401-,400", ["401-", "400"]],
  ["200,", ["200", ""]],
])("%j has the parts %j", (text, parts) => {
  expect(readCodes(text).parts.map((part) => part.text)).toEqual(parts);
});

test("parts are the text again when they are joined (fast-check)", () => {
  const text = fc.string({ unit: fc.constantFrom("2", "0", ",", "-", " ", "${", "}", "a") });
  fc.assert(fc.property(text, (written) => written.trim() === "" || codeParts(written).join(",") === written));
});

test.each<[string, Omit<ReturnType<typeof readCodes>, "parts">]>([
  ["", {}],
  ["200-205,208", { ranges: [range(200, 205), range(208)] }],
  ["200,${config.codes}", {}],
  ["401-,${config.codes}", { problem: '"401-" is not a status code or a range such as 200-205', isOfPart: true }],
  ["401-,400", { problem: '"401-" is not a status code or a range such as 200-205', isOfPart: true }],
  ["200,700", { problem: '"700" is outside 100-599', isOfPart: true }],
  ["200,", { problem: '"" is not a status code or a range such as 200-205', isOfPart: true }],
  [Array(501).fill("200").join(","), { problem: "has more than 500 parts" }],
])("%.20s reads as the runtime reads it (spec §2.5)", (text, expected) => {
  const { parts, ...read } = readCodes(text);
  expect(read).toEqual(expected);
});

test("the part that is wrong is known", () => {
  expect(readCodes("200,99,${config.codes}").parts.map(({ problem }) => problem)).toEqual([
    undefined,
    '"99" is outside 100-599',
    undefined,
  ]);
});

function range(from: number, to = from) {
  return { from, to };
}
