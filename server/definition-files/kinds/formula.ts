import { formulaRefusals } from "../../formula/check.ts";
import { lostArrows } from "../../formula/check-instance.ts";
import { findStepType, findTriggerType } from "../../formula/find-definition.ts";
import { namesByField } from "../../formula/property.ts";
import { formulaSchema } from "../../formula/shape.ts";
import type { DefinitionFinding, DefinitionJson, DefinitionKind, DefinitionReference } from "../definition-kind.ts";
import { fileName, uniqueNames } from "../files.ts";
import { idIn, isObject, objectsIn, textIn, without } from "../json.ts";
import { scriptFindings } from "../script-findings.ts";
import { shapeFindings } from "../shape-findings.ts";
import { unreadProperties } from "../unread-properties.ts";

/** Formulas (spec §2.1): `formula.json`, and the script of each step in a file of its name. */
export const formula: DefinitionKind = {
  noun: "formula",
  label: "formula",
  folders: ["formulas"],
  files: ["formula.json"],
  isOne: ({ steps, triggers }) => Array.isArray(steps) && Array.isArray(triggers),
  nameOf: ({ name }) => textIn(name),

  scriptsOf(json) {
    const unique = uniqueNames();
    return scriptsIn(json).map(({ step, ...place }) => ({ ...place, file: unique(`${fileName(step)}.js`) }));
  },

  referencesOf(json) {
    const names = new Map(objectsIn(json.subFormulas).map(({ id, name }) => [idIn(id), textIn(name)]));
    return partsOf(json).flatMap(({ holder, definition, where }) =>
      REFERENCES.flatMap(({ field, to }) =>
        namesByField(definition.properties, field).flatMap((key): DefinitionReference[] => {
          const value = idIn(holder[key]);
          if (value === undefined) return [];
          const name = to === "formula" ? names.get(value) : undefined;
          return [{ to, where: `${key} of ${where}`, name, id: { value, holder, key } }];
        }),
      ),
    );
  },

  nestedIn: ({ subFormulas }) => objectsIn(subFormulas).filter(({ steps }) => Array.isArray(steps)),

  findingsOf(json) {
    const { data, error } = formulaSchema.safeParse(json);
    if (!data) return shapeFindings(error);
    return [
      ...formulaRefusals(data).map(({ message }): DefinitionFinding => ({ severity: "blocked", message })),
      ...lostArrows(data).map(({ message }): DefinitionFinding => ({ severity: "fails", message })),
      ...partsOf(json).flatMap(unknownProperties),
      ...scriptsIn(json).flatMap(({ step, holder, key }) => scriptFindings(`Step "${step}"`, holder[key], NOT_CALLING)),
    ];
  },

  normalized(json) {
    const { success, data } = formulaSchema.safeParse(json);
    const formula: DefinitionJson = success ? data : json;
    return {
      ...without(formula, OF_A_RECORD),
      steps: objectsIn(formula.steps).map((step) => without(step, OF_A_PART)),
      triggers: objectsIn(formula.triggers).map((trigger) => without(trigger, OF_A_PART)),
      configuration: objectsIn(formula.configuration).map((variable) => without(variable, OF_A_PART)),
    };
  },

  alsoWritten: ({ subFormulas, elementInstances }) => ({
    ...(objectsIn(subFormulas).length > 0 && {
      subFormulas: objectsIn(subFormulas).map(({ id, name }) => ({ id, name })),
    }),
    ...(objectsIn(elementInstances).length > 0 && { elementInstances }),
  }),
};

/** Fields of a record that a definition does not have. `api` repeats the method and address. */
const OF_A_RECORD = new Set([
  ...["id", "userId", "accountId", "createdDate", "updatedDate"],
  ...["debugLoggingExpires", "api", "subFormulas", "elementInstances"],
]);
const OF_A_PART = new Set(["id"]);

const SCRIPTS = ["code", "condition"] as const;
const REFERENCES = [
  { field: "formula", to: "formula" },
  { field: "instance", to: "elementInstance" },
] as const;

const NOT_CALLING = { mayCall: false };

function scriptsIn(json: DefinitionJson): { step: string; holder: DefinitionJson; key: string }[] {
  return objectsIn(json.steps).flatMap((step) => {
    const definition = findStepType(String(step.type));
    if (!definition?.hasScript) return [];
    const holder = propertiesOf(step);
    return SCRIPTS.flatMap((field) => namesByField(definition.properties, field)).map((key) => ({
      step: String(step.name),
      holder,
      key,
    }));
  });
}

/** The triggers and steps whose type exists. */
function partsOf(json: DefinitionJson) {
  const triggers = objectsIn(json.triggers).map((trigger) => ({
    holder: propertiesOf(trigger),
    definition: findTriggerType(String(trigger.type)),
    where: "the trigger",
  }));
  const steps = objectsIn(json.steps).map((step) => ({
    holder: propertiesOf(step),
    definition: findStepType(String(step.type)),
    where: `step "${String(step.name)}"`,
  }));
  return [...triggers, ...steps].flatMap(({ definition, ...part }) => (definition ? [{ ...part, definition }] : []));
}

const unknownProperties = ({ holder, definition, where }: ReturnType<typeof partsOf>[number]): DefinitionFinding[] =>
  unreadProperties(holder, definition).map(({ name, meant }) => ({
    severity: "changes",
    message: `${name} of ${where}: has no effect.${meant === undefined ? "" : ` Did you mean ${meant}?`}`,
  }));

/** The properties of a step or trigger, which are added if missing. */
function propertiesOf(part: DefinitionJson): DefinitionJson {
  if (!isObject(part.properties)) part.properties = {};
  return part.properties as DefinitionJson; // checked just before
}
