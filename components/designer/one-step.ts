import type { Draft, DraftStep } from "./draft.ts";

/** What stands in for the steps before: what each would have handed on, by its name. */
export type Fixtures = Record<string, unknown>;

/**
 * The formula in which one step runs alone: whatever it reads of other steps is handed on by scripts that do nothing
 * else, and it leads nowhere. No other step is touched.
 */
export function onlyStep(draft: Draft, name: string, fixtures: Fixtures): Draft {
  const step = draft.steps.find((one) => one.name === name);
  if (!step) return draft;
  const stands = Object.entries(fixtures).filter(([other]) => other !== name);
  const names = [...stands.map(([other]) => other), name];
  const stand = ([other, value]: [string, unknown], index: number): DraftStep => ({
    name: other,
    type: "script",
    properties: { body: `done(${asCode(value)});` },
    onSuccess: names.slice(index + 1, index + 2),
    onFailure: [],
  });
  return {
    ...draft,
    triggers: draft.triggers.map((trigger) => ({ ...trigger, onSuccess: names.slice(0, 1), onFailure: [] })),
    steps: [...stands.map(stand), { ...step, onSuccess: [], onFailure: [] }],
  };
}

/** JSON is JavaScript, but for a key that would set the prototype. */
const asCode = (value: unknown) => `JSON.parse(${JSON.stringify(JSON.stringify(value ?? {}))})`;

/** Values by their paths, as runs record them, as what they were: `{ "response.body": x }` is `{ response: { body: x } }`. */
export function fromPaths(values: Iterable<readonly [path: string, value: unknown]>): Record<string, unknown> {
  const whole: Record<string, unknown> = {};
  for (const [path, value] of values) {
    const keys = path.split(".");
    const last = keys.pop() ?? "";
    let at = whole;
    for (const key of keys) {
      const inner = Object.hasOwn(at, key) ? at[key] : undefined;
      at = typeof inner === "object" && inner !== null ? (inner as Record<string, unknown>) : own(at, key, {});
    }
    own(at, last, value);
  }
  return whole;
}

/** Sets a key as data, whatever it is called. */
function own<Value>(record: Record<string, unknown>, key: string, value: Value): Value {
  Object.defineProperty(record, key, { value, enumerable: true, configurable: true, writable: true });
  return value;
}
