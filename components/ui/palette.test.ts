import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { contrast, LEAST_CONTRAST } from "#server/account/accent.ts";

const css = readFileSync(new URL("../../app/globals.css", import.meta.url), "utf8");

/** The colors of the palette in light and in dark. */
const COLORS = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(([, name = "", light = "", dark = ""]) => [
    name,
    [light, dark] as const,
  ]),
);

/** A row is tinted under the pointer, so every text may be on each of them. */
const BACKGROUNDS = ["ground", "surface", "tint", "code"];
const NO_TEXT = [...BACKGROUNDS, "line", "edge", "on-accent"];

test("every color of texts can be read on every background, in light and in dark", () => {
  const texts = [...COLORS].filter(([name]) => !NO_TEXT.includes(name));
  expect(texts.length).toBeGreaterThan(15);
  const unreadable = texts.flatMap(([name, shades]) =>
    BACKGROUNDS.flatMap((background) =>
      shades.flatMap((shade, at) => {
        const found = contrast(shade, COLORS.get(background)?.[at] ?? "");
        return found < LEAST_CONTRAST ? [`${name} on ${background}: ${found.toFixed(2)}`] : [];
      }),
    ),
  );
  expect(unreadable).toEqual([]);
});
