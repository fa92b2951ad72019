import { describe, expect, test } from "vitest";
import { readPath } from "./expression.ts";
import { referredIn, soleVariable, withDots, withName } from "./path.ts";

const NAMES = { steps: ["a", "a.b", "a b", "it's"], config: ["a", "crm"] };

describe("a path refers to", () => {
  test.each<[string, string | undefined]>([
    ["steps.a", "steps a"],
    ["steps.a.c", "steps a"],
    ["steps.a.b.c", "steps a.b"],
    ["steps.a b[0]", "steps a b"],
    ["steps['a'].b", "steps a"],
    ["steps['a.b']", "steps a.b"],
    ['steps["it\'s"].x', "steps it's"],
    ["steps[a].x", "steps a"],
    ["config['a']", "config a"],
    ["steps.ab", undefined],
    ["steps['ab']", undefined],
    ["steps['a", undefined],
    ["steps", undefined],
    ["trigger.a", undefined],
    ["a", undefined],
  ])("%s", (path, expected) => {
    const found = referredIn(path, NAMES);
    expect(found && `${found.root} ${found.name}`).toBe(expected);
    if (!found) return;
    // A run reads the same name, also after it was changed.
    const renamed = withName(path, found, "n.e w");
    const rest = path.slice(found.end);
    for (const [written, name] of [
      [path, found.name],
      [renamed, "n.e w"],
    ] as const) {
      const below = readPath({ below: { c: 1, x: 1, b: 1, 0: 1 } }, `below${rest}`);
      expect(readPath({ [found.root]: { [name]: { c: 1, x: 1, b: 1, 0: 1 } } }, written)).toEqual(below);
    }
  });

  test("variables before steps without a root, if that is allowed", () => {
    expect(referredIn("a.x", NAMES, true)?.root).toBe("config");
    expect(referredIn("['a.b'].x", NAMES, true)).toEqual({ root: "steps", name: "a.b", start: 0, end: 7 });
    expect(referredIn("trigger.a", NAMES, true)).toBeUndefined();
  });
});

test("a name with the end of its bracket gets the other quotes", () => {
  const path = "steps['a'].x";
  expect(withName(path, { name: "a", start: 5, end: 10 }, "b']")).toBe('steps["b\']"].x');
});

test.each([
  ["${config.crm}", "crm"],
  ["${ config['crm.id'] }", "crm.id"],
  ["${config.crm.id}", "crm.id"],
  ["a ${config.crm}", undefined],
  ["${steps.crm}", undefined],
  ["crm", undefined],
])("the variable that is all of %s", (text, key) => expect(soleVariable(text)).toBe(key));

test.each([
  ["steps['one'].a", "steps.one.a"],
  ['steps["on', "steps.on"],
  ["steps.one[0]['a.b']", "steps.one[0].a.b"],
])("%s with dots", (path, expected) => expect(withDots(path)).toBe(expected));
