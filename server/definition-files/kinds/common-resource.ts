import { exportSchema } from "../../common-resource/exported.ts";
import { objectTypesIn } from "../../common-resource/field-types.ts";
import { fromFirstFormat } from "../../common-resource/first-format.ts";
import { problemsOf, problemsOfDefinition, problemText } from "../../common-resource/problems.ts";
import { LEVELS, type Level } from "../../common-resource/shape.ts";
import type { DefinitionFinding, DefinitionJson, DefinitionKind, ScriptPlace } from "../definition-kind.ts";
import { fileName, uniqueNames } from "../files.ts";
import { isObject, objectsIn, textIn, without } from "../json.ts";
import { scriptFindings } from "../script-findings.ts";
import { shapeFindings } from "../shape-findings.ts";

/**
 * Common resources: `common-resource.json` with the fields and the transformations of all elements, each part with its
 * level, and their scripts in files named after the element.
 */
export const commonResource: DefinitionKind = {
  noun: "commonResource",
  label: "common resource",
  folders: ["common-resources", "vdrs"],
  files: ["common-resource.json", "vdr.json"],
  severalIn: fromFirstFormat,
  isOne: ({ definition }) => isObject(definition) && Array.isArray(definition.fields),
  nameOf: ({ vdrName, definition }) =>
    textIn(vdrName) ?? (isObject(definition) ? textIn(definition.objectName) : undefined),

  scriptsOf(json) {
    const unique = uniqueNames();
    return scriptsIn(json).map(({ elementKey, script }): ScriptPlace => {
      const level = textIn(script.level);
      return {
        holder: script,
        key: "body",
        file: unique(`${fileName(level ? `${elementKey} ${level}` : elementKey)}.js`),
      };
    });
  },

  referencesOf: (json) => [
    ...transformationsOf(json).map(([elementKey]) => ({
      to: "element" as const,
      where: `the transformation of ${elementKey}`,
      name: elementKey,
      isOptional: true,
    })),
    ...objectTypesOf(json).map((name) => ({ to: "commonResource" as const, where: "the type of a field", name })),
  ],

  findingsOf(json, existing) {
    const { data, error } = exportSchema.safeParse(json);
    if (!data) return shapeFindings(error);
    const before = existing && exportSchema.safeParse(existing).data;
    const problems = [
      ...problemsOfDefinition(data.definition, before?.definition).map(
        (problem) => `definition.${problemText(problem)}`,
      ),
      ...Object.entries(data.transformation).flatMap(([elementKey, transformation]) =>
        problemsOf(transformation, before?.transformation[elementKey]).map(
          (problem) => `transformation.${elementKey}.${problemText(problem)}`,
        ),
      ),
    ];
    return [
      ...problems.map((message): DefinitionFinding => ({ severity: "blocked", message })),
      ...transformationsOf(json).flatMap(([elementKey, { fields, configuration }]) =>
        [...objectsIn(fields), ...objectsIn(configuration)].some(({ level }) => level === OF_AN_INSTANCE)
          ? [elsewhere(elementKey)]
          : [],
      ),
      ...scriptsIn(json).flatMap(({ elementKey, script, mayAwait }) =>
        scriptFindings(`The script for ${elementKey}`, script.body, { mayCall: false, mayAwait }),
      ),
    ];
  },

  normalized(json) {
    const { success, data } = exportSchema.safeParse(json);
    const whole: DefinitionJson = success ? data : json;
    const definition = isObject(whole.definition) ? withoutLevel(without(whole.definition, OF_A_RECORD)) : {};
    return {
      vdrName: commonResource.nameOf(json),
      vdrVersion: "v2",
      definition: { ...definition, objectName: commonResource.nameOf(json), fields: sorted(definition.fields) },
      transformation: Object.fromEntries(
        transformationsOf(whole).map(([elementKey, one]) => [elementKey, normalizedTransformation(one)]),
      ),
    };
  },
};

const OF_AN_INSTANCE = LEVELS[3];
const elsewhere = (elementKey: string): DefinitionFinding => ({
  severity: "changes",
  message: `The transformation of ${elementKey} has parts of one element instance. They are left out: save them at that instance.`,
});

/** The other common resources that are types of fields of this one. */
const objectTypesOf = (json: DefinitionJson): string[] => {
  const { success, data } = exportSchema.safeParse(json);
  if (!success) return [];
  const all = [data.definition, ...Object.values(data.transformation)].flatMap(objectTypesIn);
  return [...new Set(all)].filter((name) => name !== commonResource.nameOf(json));
};

/** Fields of a record that a definition does not have. */
const OF_A_RECORD = new Set(["createdDate", "updatedDate", "startDate", "vdrShared", "vdrShareLevel", "id"]);
/** Exports repeat the most specific script. */
const TWICE = new Set([...OF_A_RECORD, "script", "objectName"]);

const transformationsOf = ({ transformation }: DefinitionJson): [string, DefinitionJson][] =>
  isObject(transformation)
    ? Object.entries(transformation).filter((entry): entry is [string, DefinitionJson] => isObject(entry[1]))
    : [];

/** The scripts of each element, the most general level first. */
type FoundScript = { elementKey: string; script: DefinitionJson; mayAwait: boolean };
const scriptsIn = (json: DefinitionJson): FoundScript[] =>
  transformationsOf(json).flatMap(([elementKey, { script, scripts, isLegacy }]) => {
    const listed = objectsIn(scripts);
    const all = listed.length > 0 ? listed : isObject(script) ? [script] : [];
    return all.map((one) => ({ elementKey, script: one, mayAwait: isLegacy !== true }));
  });

function normalizedTransformation(transformation: DefinitionJson): DefinitionJson {
  const { fields, configuration, script, scripts } = transformation;
  const listed = objectsIn(scripts);
  return {
    ...withoutLevel(without(transformation, TWICE)),
    fields: sorted(fields),
    configuration: sorted(configuration),
    scripts: sorted(listed.length > 0 ? listed : isObject(script) ? [script] : []),
  };
}

/** Parts name their levels; only if a part does not, the whole has to. */
function withoutLevel({ level, ...rest }: DefinitionJson): DefinitionJson {
  const parts = [rest.fields, rest.configuration, rest.scripts].flatMap(objectsIn);
  return parts.some((part) => part.level !== undefined) || level === undefined ? rest : { ...rest, level };
}

const rankOf = ({ level }: DefinitionJson): number => LEVELS.indexOf(level as Level);
const nameIn = ({ path, type, vendorPath }: DefinitionJson): string => `${path ?? type} ${vendorPath ?? ""}`;

/** Parts are only ordered by their levels. */
const sorted = (parts: unknown): DefinitionJson[] =>
  objectsIn(parts).toSorted((one, other) => rankOf(one) - rankOf(other) || (nameIn(one) < nameIn(other) ? -1 : 1));
