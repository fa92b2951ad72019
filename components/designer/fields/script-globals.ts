import type { Draft, PartRef } from "../model/draft.ts";
import { stepsBefore } from "../model/graph.ts";

/**
 * The globals of a script, as declarations for the editor: the steps before it and the variables by name, with types
 * from a run if there is one, and `any` otherwise.
 */
export function scriptGlobals(draft: Draft, at: PartRef, samples: ReadonlyMap<string, unknown>): string {
  const before = "step" in at ? stepsBefore(draft, at.step) : new Set<string>();
  const steps = draft.steps
    .filter(({ name }) => before.has(name))
    .map(({ name }) => member(name, stepType(name, samples)));
  const variables = draft.configuration.map(({ key }) => member(key, "any"));
  const args = samples.get("trigger.args");
  return `/** Hands on the result and ends the step. */
declare function done(result?: any): void;
declare const steps: {${steps.join("")}};
declare const config: {${variables.join("")}};
declare const trigger: { type: string; args: ${args === undefined ? "any" : typeOf(args)}; [key: string]: any };
declare const info: { formulaId: number; formulaName: string; formulaInstanceId: number; formulaInstanceName: string; formulaExecutionId: number };
declare function require(name: string): any;
declare const console: { log(...values: any[]): void; info(...values: any[]): void; warn(...values: any[]): void; error(...values: any[]): void };
declare function notify(message: any, ...more: any[]): void;
`;
}

const member = (name: string, type: string) => ` ${JSON.stringify(name)}: ${type};`;

function stepType(name: string, samples: ReadonlyMap<string, unknown>): string {
  const root = `steps.${name}.`;
  const keys = [...samples].filter(([path]) => path.startsWith(root) && !/[.[]/.test(path.slice(root.length)));
  if (keys.length === 0) return "any";
  return `{${keys.map(([path, value]) => member(path.slice(root.length), typeOf(value))).join("")} [key: string]: any }`;
}

/** The type of a sample value; a list has the type of its first item. */
export function typeOf(value: unknown, levels = 5): string {
  if (value === null || value === undefined || levels === 0) return "any";
  if (Array.isArray(value)) return value.length > 0 ? `Array<${typeOf(value[0], levels - 1)}>` : "any[]";
  if (typeof value !== "object") return typeof value;
  const members = Object.entries(value).map(([key, inner]) => member(key, typeOf(inner, levels - 1)));
  return `{${members.join("")} [key: string]: any }`;
}
