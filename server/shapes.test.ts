import fc from "fast-check";
import { expect, test } from "vitest";
import { stripTags } from "./shapes.ts";
import { cpuMs, LINEAR_MS } from "./testing/linear-time.ts";

test.each([
  ['<a href="#" onClick="alert(1)">acme-xss</a>', "acme-xss"],
  ["plain", "plain"],
  ["a < b and c > d", "a < b and c > d"],
  ["orders <5 days", "orders <5 days"],
  ["<<b>script>alert(1)<</b>/script>", "script>alert(1)/script>"],
  ["<img src=x onerror=alert(1)", "img src=x onerror=alert(1)"],
  ["a<!-- b -->c", "ac"],
  ["  <b>x</b>  ", "x"],
  ["<b></b>", ""],
])("%s becomes %s", (name, clean) => {
  expect(stripTags(name)).toBe(clean);
});

test("leaves nothing that begins a tag (fast-check)", () => {
  const piece = fc.constantFrom("<", ">", "b", "/", "!", " ", "<b>", "</b>", "script");
  fc.assert(
    fc.property(
      fc.array(piece).map((pieces) => pieces.join("")),
      (name) => {
        expect(stripTags(name)).not.toMatch(/<[a-z/!?]/i);
      },
    ),
  );
});

test.each(["<", "<a", "<a>", "<<a>"])("1 MB of %s takes linear time", (piece) => {
  expect(cpuMs(() => stripTags(piece.repeat(1_048_576 / piece.length)))).toBeLessThan(LINEAR_MS);
});
