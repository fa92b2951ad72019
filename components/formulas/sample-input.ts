import { soleVariable } from "#server/formula/path.ts";
import type { Formula } from "#server/formula/shape.ts";
import { TRIGGER_TYPES } from "#server/formula/triggers/registry.ts";

const ORDER = {
  customerId: "1",
  lines: [
    { article: "Notebook", quantity: 3, price: 4.5 },
    { article: "Pencil", quantity: 12, price: 0.8 },
  ],
};

/**
 * A sample input for a formula: an event if it is triggered by events, an order if it reads `lines`, otherwise an
 * empty value for each name that it reads from its input.
 */
export function sampleInput(
  { triggers, steps }: Pick<Formula, "triggers" | "steps">,
  configuration: Record<string, unknown> = {},
): unknown {
  const [trigger] = triggers;
  if (trigger && TRIGGER_TYPES[trigger.type].source === "events") {
    const key = soleVariable(String(trigger.properties.elementInstanceId)) ?? "";
    return TRIGGER_TYPES[trigger.type].sample({ elementInstanceId: Number(configuration[key] ?? 1) });
  }
  const text = JSON.stringify(steps);
  const destructured = /\{([^{}]*)\}\s*=\s*trigger\.args/.exec(text)?.[1] ?? "";
  const names = new Set([
    ...[...text.matchAll(/trigger\.args\.(\w+)/g)].map(([, name = ""]) => name),
    ...destructured.split(",").map((part) => part.trim().split(/\W/)[0] ?? ""),
  ]);
  names.delete("");
  if (names.has("lines")) return ORDER;
  return Object.fromEntries([...names].map((name) => [name, ""]));
}
