import fc from "fast-check";
import { expect, test } from "vitest";
import { stripTags } from "./strip-tags.ts";
import { cpuMs, LINEAR_MS } from "./testing/linear-time.ts";

test.each([
  ['<a href="#" onClick="alert(1)">acme-xss</a>', "acme-xss"],
  ["plain", "plain"],
  ["a < b and c > d", "a < b and c > d"],
  ["orders <5 days", "orders <5 days"],
  ["a<b", "a<b"],
  ["a<b and c", "a<b and c"],
  ["a<b<c", "a<b<c"],
  ["Ann <ann@x.test>", "Ann <ann@x.test>"],
  ["x <- y, 1 <2, z<", "x <- y, 1 <2, z<"],
  ["😀<b>😀</b>", "😀😀"],
  ["<<b>script>alert(1)<</b>/script>", "script>alert(1)/script>"],
  ["<img src=x onerror=alert(1)", "img src=x onerror=alert(1)"],
  ["<ann@x.test onclick=alert(1)>Ann", "Ann"],
  ["<ann@x.test onclick=alert(1)", "ann@x.test onclick=alert(1)"],
  ["<svg/onload=alert(1)>", ""],
  ["<svg/onload=alert(1)", "svg/onload=alert(1)"],
  ["<i<b>mg src=x onerror=alert(1)>", "img src=x onerror=alert(1)>"],
  ["<b<b a=", "bb a="],
  ["<@<b a=", "<@b a="],
  ["a<!-- b -->c", "ac"],
  ["a<!-- b", "a!-- b"],
  ["</b >x<my-tag>y<h1>z</ann@x.test>", "xyz"],
  ["  <b>x</b>  ", "x"],
  ["<b></b>", ""],
])("%s becomes %s", (name, clean) => {
  expect(stripTags(name)).toBe(clean);
});

/** Whether a browser would read an element or a comment, or an attribute of an element that the text does not close. */
function hasTag(text: string): boolean {
  return [...text.matchAll(/</g)].some(({ index }) => {
    const rest = text.slice(index + 1);
    if (/^[!?/]/.test(rest)) return true;
    const [, name, end, attributes = ""] = /^([a-z][^\s/>]*)([\s/>]?)(.*)$/is.exec(rest) ?? [];
    if (name === undefined) return false;
    return end === ">" ? !/[@<]/.test(name) : /[=>]/.test(attributes);
  });
}

test("leaves nothing that a browser reads as a tag (fast-check)", () => {
  const pieces = ["<", ">", "b", "B", "/", "!", "?", " ", "\n", "=", "@", "é", "<b>", "</b>", "<b a=", "<b@"];
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...pieces)).map((all) => all.join("")),
      (name) => {
        const clean = stripTags(name);
        expect({ clean, hasTag: hasTag(clean) }).toEqual({ clean, hasTag: false });
        expect(stripTags(clean)).toBe(clean);
      },
    ),
    { numRuns: 2000 },
  );
});

test.each(["<", "<a", "<a>", "<<a>", "<a ", "<a=", "<a b=", "</a", "<a@ ", "<a b", "=<a/", "a"])(
  "1 MB of %s takes linear time",
  (piece) => {
    for (const end of ["", ">", " x="])
      expect(cpuMs(() => stripTags(piece.repeat(1_048_576 / piece.length) + end))).toBeLessThan(LINEAR_MS);
  },
);
