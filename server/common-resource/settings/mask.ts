import { compileDatePattern, type DatePattern } from "#server/element/polling/date-pattern.ts";
import { Failure } from "#server/errors.ts";
import { defineSetting, type Properties } from "./setting.ts";

const NAMES = ["mask", "vendorMask"] as const;

export const mask = defineSetting({
  type: "mask",
  summary: "How dates are written: mask for ours, vendorMask for those of the provider, as Java patterns.",
  problemOf: (properties) => {
    if (NAMES.every((name) => properties[name] === undefined)) return "properties.mask: is required, or vendorMask";
    for (const name of NAMES) {
      const problem = problemOf(properties[name]);
      if (problem) return `properties.${name}: ${problem}`;
    }
  },
  ofField: (rules, _, properties) => {
    const [ours, provider] = NAMES.map((name) => patternOf(properties, name));
    return { ...rules, mask: { ...(ours && { ours }), ...(provider && { provider }) } };
  },
});

function problemOf(pattern: unknown): string | undefined {
  if (pattern === undefined || pattern === null) return undefined;
  if (typeof pattern !== "string") return "must be a text";
  try {
    compileDatePattern(pattern);
  } catch (error) {
    if (error instanceof Failure) return error.message.replace(/\.$/, "");
    throw error;
  }
}

const patternOf = (properties: Properties, name: string): DatePattern | undefined => {
  const pattern = properties[name];
  return typeof pattern === "string" ? compileDatePattern(pattern) : undefined;
};
