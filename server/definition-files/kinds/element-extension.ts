import { z } from "zod";
import { fieldSchema, objectSchema, resourceSchema } from "../../element/shape.ts";
import type { DefinitionKind } from "../definition-kind.ts";
import { hookScripts, hooksOf } from "../hook-scripts.ts";
import { textIn } from "../json.ts";
import { formulaReferences, writtenFormulas } from "../run-formulas.ts";
import { scriptFindings } from "../script-findings.ts";
import { shapeFindings } from "../shape-findings.ts";

/** Fields belong to objects of the element itself, by the names of these. */
export const extensionSchema = z.object({
  element: z.string().min(1, "must not be empty"),
  resources: z.array(resourceSchema).default([]),
  objects: z.array(objectSchema).default([]),
  fields: z.array(fieldSchema.extend({ object: z.string().min(1) })).default([]),
});

/** An account's extension of an element of the catalog: `element-extension.json`, and scripts in separate files. */
export const elementExtension: DefinitionKind = {
  noun: "elementExtension",
  label: "extension of the element",
  folders: ["element-extensions"],
  files: ["element-extension.json"],
  isOne: ({ element, resources, authentication }) =>
    typeof element === "string" && Array.isArray(resources) && authentication === undefined,
  nameOf: ({ element }) => textIn(element),
  scriptsOf: hookScripts,
  referencesOf: (json) => [{ to: "element", where: "element", name: textIn(json.element) }, ...formulaReferences(json)],

  findingsOf(json) {
    const { error } = extensionSchema.safeParse(json);
    if (error) return shapeFindings(error);
    return hooksOf(json).flatMap(({ hook, where }) => scriptFindings(where, hook.body, { mayCall: true }));
  },

  normalized(json) {
    const { success, data } = extensionSchema.safeParse(json);
    return success ? data : json;
  },

  alsoWritten: writtenFormulas,
};
