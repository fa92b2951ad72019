import { withoutHub } from "../resource-path.ts";
import { RESOURCE_TYPES } from "../resource-types/registry.ts";
import type { Resource } from "../shape.ts";

/** A formula that a resource runs in place of the provider, and the position of its id. */
export type NamedFormula = { formulaId: number; path: (string | number)[]; label: string };

export const formulasOf = (resources: readonly Pick<Resource, "type" | "method" | "path" | "formulaId">[]) =>
  resources.flatMap(({ type, method, path, formulaId }, at): NamedFormula[] =>
    RESOURCE_TYPES[type].runsFormula && formulaId !== undefined
      ? [{ formulaId, path: ["resources", at, "formulaId"], label: `${method} ${withoutHub(path)}` }]
      : [],
  );
