import { elementRefusals } from "../../element/definition/check.ts";
import { exportedElement } from "../../element/definition/exported.ts";
import { prepareElement } from "../../element/definition/prepare.ts";
import { keyOf } from "../../element/key-of.ts";
import { withoutHub } from "../../element/resource-path.ts";
import { elementSchema } from "../../element/shape.ts";
import type { DefinitionFinding, DefinitionKind } from "../definition-kind.ts";
import { hookScripts, hooksOf } from "../hook-scripts.ts";
import { textIn, without } from "../json.ts";
import { formulaReferences, writtenFormulas } from "../run-formulas.ts";
import { scriptFindings } from "../script-findings.ts";
import { shapeFindings } from "../shape-findings.ts";

/** Elements (spec §2.9): `element.json`, and the script of each hook in a separate file. */
export const element: DefinitionKind = {
  noun: "element",
  label: "element",
  folders: ["elements"],
  files: ["element.json"],
  isOne: ({ resources, authentication, configuration }) =>
    Array.isArray(resources) && (authentication !== undefined || Array.isArray(configuration)),
  nameOf: ({ key, name }) => textIn(key) ?? (textIn(name) && keyOf(String(name))),

  scriptsOf: hookScripts,

  referencesOf: formulaReferences,

  findingsOf(json) {
    const { data, error } = elementSchema.safeParse(json);
    if (!data) return shapeFindings(error);
    const prepared = prepareElement(data, { elementId: 0 });
    return [
      ...elementRefusals(prepared).map(({ message }): DefinitionFinding => ({ severity: "blocked", message })),
      ...(json.extended === true && json.private !== true ? [ONLY_ADDED] : []),
      ...data.resources
        .filter(({ kind }) => kind === CODE)
        .map(
          ({ method, path }): DefinitionFinding => ({
            severity: "fails",
            message: `${method} ${withoutHub(path)} is implemented in code that an export does not contain.`,
          }),
        ),
      ...hooksOf(json).flatMap(({ hook, where }) => scriptFindings(where, hook.body, { mayCall: true })),
    ];
  },

  normalized(json) {
    const { success, data } = elementSchema.safeParse(json);
    return without(success ? exportedElement(prepareElement(data, { elementId: 0 })) : json, OF_A_RECORD);
  },

  alsoWritten: writtenFormulas,
};

const ONLY_ADDED: DefinitionFinding = {
  severity: "changes",
  message:
    "The export has what an account added to an element of its catalog. It becomes a private element; resources of the catalog that the export does not contain are missing.",
};
const CODE = "java";
const OF_A_RECORD = new Set([
  ...["id", "createdDate", "updatedDate", "ownerAccountId", "userId", "accountId"],
  ...["extended", "actuallyExtended", "deleted", "typeOauth", "private", "formulas"],
]);
