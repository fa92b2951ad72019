import fc from "fast-check";
import { expect, test } from "vitest";
import { accentOf, accentProblem, contrast, LEAST_CONTRAST } from "./accent.ts";

test.each([
  ["#000000", "#ffffff", 21],
  ["#ffffff", "#ffffff", 1],
  ["#777777", "#ffffff", 4.48],
])("the contrast of %s and %s is %d", (one, other, expected) => expect(contrast(one, other)).toBeCloseTo(expected, 1));

test.each(["#1d4ed8", "#047857", "#b91c1c", "#000000", "#6D28D9"])("%s can be the accent", (color) =>
  expect(accentProblem(color)).toBeUndefined(),
);

test.each([
  ["#facc15", /#facc15 cannot be read on a light background: its contrast is 1\.\d, and 4\.5 are needed/],
  ["#ffffff", /contrast is 1\.1, /],
  ["red", /must be a color such as/],
  ["#fff", /must be a color such as/],
  ["#1d4ed8;background:url(x)", /must be a color such as/],
])("%s cannot", (color, problem) => expect(accentProblem(color)).toMatch(problem));

test("in dark every accent can be read, also with the dark text of buttons on it", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (number) => {
      const { dark } = accentOf(`#${number.toString(16).padStart(6, "0")}`);
      for (const ground of ["#0b1120", "#0f172a", "#16233f"])
        expect(contrast(dark, ground)).toBeGreaterThanOrEqual(LEAST_CONTRAST);
    }),
  );
});
