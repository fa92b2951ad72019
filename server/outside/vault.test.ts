import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Failure } from "#server/errors.ts";
import { createVault } from "./vault.ts";

const key = (fill: number) => Buffer.alloc(32, fill).toString("base64");
const vault = createVault(`k1:${key(1)}`);
const HERE = "instance|7|credentials";

const failureOf = (open: () => unknown) => {
  try {
    open();
  } catch (error) {
    return error instanceof Failure ? { kind: error.kind, message: error.message } : error;
  }
};
const CHANGED = {
  kind: "serverError",
  message: "A stored secret cannot be read: it was changed, or belongs to another record.",
};

describe("createVault", () => {
  test("opens any sealed text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string(), (text, identity) => {
        expect(vault.open(vault.seal(text, identity), identity)).toBe(text);
      }),
    );
  });

  test("a text sealed by the first version still opens", () => {
    const sealed =
      "v1.k1.H5_OgtikIFU2aigXL3uFTDWV5O2zpdAiAfUFz0Xu-zAM1NUltuy7yPn3bixsUJ1JTqrwQIxY1jAtQ_a1.zW5fGlD5xMthZ-j_.D-KcD7fNqJ20_E4PPjroFw.D_e6Fcalip3i";
    expect(vault.open(sealed, HERE)).toBe("s3cret ü");
  });

  test("two seals of one text have nothing in common but version and key", () => {
    const [one, other] = [vault.seal("same", HERE).split("."), vault.seal("same", HERE).split(".")];
    expect(one.filter((part, index) => part === other[index])).toEqual(["v1", "k1"]);
  });

  test("any one character changed is noticed (F11)", () => {
    const sealed = vault.seal("secret", HERE);
    fc.assert(
      fc.property(fc.nat(sealed.length - 1), fc.constantFrom(..."ABab01-_."), (at, character) => {
        fc.pre(sealed[at] !== character);
        const changed = sealed.slice(0, at) + character + sealed.slice(at + 1);
        expect(failureOf(() => vault.open(changed, HERE))).toMatchObject({ kind: "serverError" });
      }),
      { numRuns: 1000 },
    );
  });

  test("any one bit changed is noticed (F11)", () => {
    const [version, kid, ...parts] = vault.seal("secret", HERE).split(".");
    parts.forEach((part, index) => {
      const bytes = Buffer.from(part, "base64url");
      for (let bit = 0; bit < bytes.length * 8; bit++) {
        const changed = Buffer.from(bytes);
        changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
        const sealed = [version, kid, ...parts.with(index, changed.toString("base64url"))].join(".");
        expect(failureOf(() => vault.open(sealed, HERE))).toEqual(CHANGED);
      }
    });
  });

  test.each([
    ["moved to another row", () => vault.open(vault.seal("a", HERE), "instance|8|credentials")],
    [
      "with the data key of another text of the same place",
      () => {
        const [one, other] = [vault.seal("a", HERE).split("."), vault.seal("b", HERE).split(".")];
        return vault.open(one.with(2, other[2] ?? "").join("."), HERE);
      },
    ],
    ["under another key of the same name", () => createVault(`k1:${key(2)}`).open(vault.seal("a", HERE), HERE)],
    [
      "under the name of another key",
      () => createVault(`k1:${key(1)},k2:${key(1)}`).open(vault.seal("a", HERE).replace("k1", "k2"), HERE),
    ],
    ["with a short tag", () => vault.open(vault.seal("a", HERE).split(".").with(4, "AAAA").join("."), HERE)],
    ["cut short", () => vault.open(vault.seal("a", HERE).split(".").slice(0, 5).join("."), HERE)],
    ["empty", () => vault.open("", HERE)],
    ["not sealed at all", () => vault.open("s3cret", HERE)],
  ])("a text %s does not open, and the message does not quote it", (_, open) => {
    expect(failureOf(open)).toEqual(CHANGED);
  });

  test("a key that is gone is named", () => {
    expect(failureOf(() => createVault(`k2:${key(2)}`).open(vault.seal("a", HERE), HERE))).toEqual({
      kind: "serverError",
      message: 'A stored secret cannot be read: encryption key "k1" is missing.',
    });
  });

  test("seals with a new first key, and still opens with the old one (F12)", () => {
    const rotated = createVault(`k2:${key(2)},k1:${key(1)}`);
    expect(rotated.open(vault.seal("old", HERE), HERE)).toBe("old");
    expect(rotated.seal("new", HERE)).toMatch(/^v1\.k2\./);
    expect(createVault(`k2:${key(2)}`).open(rotated.seal("new", HERE), HERE)).toBe("new");
  });

  test.each([
    "",
    "k1",
    `k1:${key(1)}x`,
    `k1:${key(1).slice(4)}`,
    `k1:${key(1)},`,
    `k 1:${key(1)}`,
    `k1:${key(1)},k1:${key(2)}`,
  ])("keys %j are refused without being quoted", (text) => {
    expect(() => createVault(text)).toThrow(/^ENCRYPTION_KEYS: [^A]*$/);
  });
});
