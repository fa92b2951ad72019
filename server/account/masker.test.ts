import fc from "fast-check";
import { expect, test } from "vitest";
import { MASK } from "./mask.ts";
import { createMasker } from "./masker.ts";

/** So many that they are looked for in one pass, none of which occurs. */
const others = Array.from({ length: 40 }, (_, index) => `other-${index}-`);

test.each<[string, readonly string[], string, string]>([
  ["each occurrence", ["secret"], "a secret, secret", "a ********, ********"],
  ["at the start and the end", ["abcd", "wxyz"], "abcd wxyz", "******** ********"],
  ["the longer of two with the same start", ["token", "token-1"], "token-1 token", "******** ********"],
  ["one that contains another", ["en-1", "token-1-a"], "token-1-a", "********"],
  ["four characters", ["🔑🔑"], "x🔑🔑y", "x********y"],
  ["a text as short as one", ["abcd"], "abcd", "********"],
])("masks %s, among few texts and among many", (_, texts, before, after) => {
  for (const more of [[], others]) expect(createMasker([...texts, ...more]).mask(before)).toBe(after);
});

test("of two that overlap, nothing stays among many texts", () => {
  expect(createMasker(["abcdef", "defghij", ...others]).mask("-abcdefghij-")).toBe("-********-");
});

test.each([
  ["%0a1b2c3d", ["0a1b2c3d"], `%${MASK}`],
  ["%0abcdef", ["abcdef"], `%0${MASK}`],
  ["like '%face12%'", ["face12"], `like '%${MASK}%'`],
  ["%2f and a%2fb%2Fc", ["a%2Fb%2fc"], `%2f and ${MASK}`],
  ["%2f FACE12 face12", ["face12"], `%2f FACE12 ${MASK}`],
])("in %s, texts are found also behind the sign of a code", (text, secrets, masked) => {
  expect(createMasker(secrets).mask(text)).toBe(masked);
  expect(createMasker([...others, ...secrets]).mask(text)).toBe(masked);
});

test("no text stays, whatever codes are around it and in it", () => {
  const text = fc.string({ unit: fc.constantFrom("%", "0", "a", "A", "b", "-"), maxLength: 6 });
  const hidden = text.filter(({ length }) => length >= 4);
  fc.assert(
    fc.property(hidden, text, text, (secret, before, after) => {
      for (const more of [[], others])
        expect(createMasker([secret, ...more]).mask(before + secret + after)).not.toContain(secret);
    }),
    { numRuns: 2000 },
  );
});

test("one pass finds what single searches find", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "é", "🔑"), minLength: 4, maxLength: 6 });
  const text = fc.string({ unit: fc.constantFrom("a", "b", "é", "🔑", " "), maxLength: 40 });
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 3 }), text, (words, some) => {
      const { mask } = createMasker([...words, ...others]);
      const masked = mask(some);
      expect(words.some((secret) => masked.includes(secret))).toBe(false);
      expect(masked.includes(MASK)).toBe(words.some((secret) => some.includes(secret)));
      expect(masked === some).toBe(createMasker(words).mask(some) === some);
    }),
  );
});

test("the time of many texts depends on what is searched only", () => {
  const text = "nothing of this is a secret, ".repeat(2000);
  const cost = (count: number) => {
    const { mask } = createMasker(Array.from({ length: count }, (_, index) => `${index}-${"x".repeat(30)}`));
    const before = process.cpuUsage().user;
    for (let round = 0; round < 20; round++) mask(text);
    return process.cpuUsage().user - before;
  };
  cost(100);
  expect(cost(20_000) / Math.max(cost(100), 10_000)).toBeLessThan(10);
});
