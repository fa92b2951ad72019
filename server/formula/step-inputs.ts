import type { z } from "zod";
import { readScript } from "../script/read-script.ts";
import { readPath, references } from "./expression.ts";
import { hasRoot } from "./path.ts";
import { asText } from "./place.ts";
import { property } from "./property.ts";
import type { Step } from "./shape.ts";
import { STEP_TYPES } from "./steps/registry.ts";

/** The values that a step received in its run. */
type Found = { trigger: Record<string, unknown>; steps: Record<string, unknown> };

/**
 * The paths that a step's properties refer to, each once, in order: `${steps.a.b}` in templates, bare paths, and in
 * scripts whole steps (`steps.a`) and the trigger, since the depth of access in code is unknown.
 */
export function inputPathsOf({ type, properties }: Pick<Step, "type" | "properties">): string[] {
  const shape: z.ZodObject["shape"] = STEP_TYPES[type].properties.shape;
  const paths = Object.entries(properties).flatMap(([name, value]) => {
    const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
    const { reads = "template" } = (schema && property.get(schema)) ?? {};
    if (reads === "script") return typeof value === "string" ? pathsInCode(value) : [];
    if (reads === "path") return typeof value === "string" ? [value.replace(/^\$\{(.*)\}$/, "$1")] : [];
    return pathsInTemplate(value);
  });
  return [...new Set(paths)];
}

/** The values at paths that a step's properties refer to. */
export const inputsAt = (paths: readonly string[], found: Found) =>
  paths.flatMap((path) => {
    const value = readPath(found, path);
    return value === undefined ? [] : [{ key: path, value: asText(value) }];
  });

function pathsInTemplate(value: unknown): string[] {
  if (typeof value === "string") {
    const paths = references(value).map(({ path }) => path);
    return paths.length > 0 ? paths : hasRoot(value) ? [value] : [];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(pathsInTemplate);
}

/** `steps.a`, `steps?.a`, `steps["a"]` and `trigger` in code. */
const pathsInCode = (code: string): string[] =>
  readScript(code).uses.flatMap(({ name, members: [step] }) => {
    if (name === "trigger") return ["trigger"];
    return name === "steps" && step?.name !== undefined ? [`steps.${step.name}`] : [];
  });
