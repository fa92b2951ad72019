import { dataTypeNamed } from "#server/element/data-types/registry.ts";
import { Failure } from "#server/errors.ts";
import { readScript } from "#server/script/read-script.ts";
import { parseFieldPath } from "./field-path.ts";
import { scriptsOf } from "./merge.ts";
import { SETTINGS, settingNamed } from "./settings/registry.ts";
import type { Setting } from "./settings/setting.ts";
import type { Definition, Transformation, TransformationSetting } from "./shape.ts";

const MOST_FIELDS = 1000;

/** The problems that prevent saving a transformation: each names its place and says what to do. */
export function problemsOf(transformation: Transformation): string[] {
  const { fields, configuration } = transformation;
  return [
    ...tooMany(fields),
    ...fields.flatMap((field, at) => [
      ...pathProblem(`fields[${at}].path`, field.path),
      ...(field.vendorPath ? pathProblem(`fields[${at}].vendorPath`, field.vendorPath) : []),
      ...typeProblem(`fields[${at}].type`, field.type),
      ...settingProblems(`fields[${at}].configuration`, field.configuration, "ofField"),
    ]),
    ...settingProblems("configuration", configuration, "ofTransformation"),
    ...scriptsOf(transformation).flatMap(({ body, mimeType }) => [
      ...(readScript(body).isUnreadable ? ["script.body: is too long or too deep to be read. Shorten it."] : []),
      ...(/javascript|ecmascript/i.test(mimeType)
        ? []
        : [`script.mimeType: must be application/javascript, not ${mimeType.slice(0, 50)}.`]),
    ]),
  ];
}

/** The problems that prevent saving a definition. */
export const problemsOfDefinition = ({ fields }: Definition): string[] => [
  ...tooMany(fields),
  ...fields.flatMap(({ path }, at) => pathProblem(`fields[${at}].path`, path)),
];

const tooMany = (fields: readonly unknown[]): string[] =>
  fields.length > MOST_FIELDS ? [`fields: at most ${MOST_FIELDS} can be saved, not ${fields.length}.`] : [];

function pathProblem(place: string, path: string): string[] {
  try {
    parseFieldPath(path);
    return [];
  } catch (error) {
    if (error instanceof Failure) return [`${place}: ${error.message}`];
    throw error;
  }
}

/** Other names than those of the types of data are names of objects, and convert nothing. */
const typeProblem = (place: string, type: string | undefined): string[] =>
  type === undefined || dataTypeNamed(type) || /^[\w. [\]-]{1,255}$/.test(type)
    ? []
    : [`${place}: is no name of a type.`];

function settingProblems(
  place: string,
  settings: readonly TransformationSetting[],
  use: "ofField" | "ofTransformation",
): string[] {
  return settings.flatMap(({ type, properties }, at) => {
    const setting = settingNamed(type);
    const problem = setting?.[use] ? setting.problemOf?.(properties ?? {}) : `type: must be one of ${namesFor(use)}`;
    return problem ? [`${place}[${at}].${problem}.`] : [];
  });
}

const namesFor = (use: "ofField" | "ofTransformation"): string =>
  (Object.values(SETTINGS) as Setting[])
    .filter((setting) => setting[use])
    .map(({ type }) => type)
    .join(", ");
