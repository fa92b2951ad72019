import { dataTypeNamed } from "#server/element/data-types/registry.ts";
import { readScript } from "#server/script/read-script.ts";
import { conflictsIn, type WrittenField } from "./conflicts.ts";
import { fieldPathProblem } from "./field-path.ts";
import { scriptsOf } from "./merge.ts";
import { fieldRulesOf } from "./rules.ts";
import { SETTINGS, settingNamed } from "./settings/registry.ts";
import { remove } from "./settings/remove.ts";
import type { Setting } from "./settings/setting.ts";
import type { Definition, Transformation, TransformationField, TransformationSetting } from "./shape.ts";

const MOST_FIELDS = 1000;

type FieldPart = "path" | "vendorPath" | "type" | "configuration";
/** A reason against saving, with its place in the request; for people, the path and the part of the field that it is about. */
export type SavingProblem = { place: string; field?: { path: string; part: FieldPart }; reason: string };

export const problemText = ({ place, reason }: SavingProblem): string => `${place}: ${reason}`;

/**
 * The problems that prevent saving a transformation: each names its place and says what to do. Fields that overlapped
 * `before` do not: everything else in it can be changed.
 */
export function problemsOf(transformation: Transformation, before?: Transformation): SavingProblem[] {
  const { fields, configuration } = transformation;
  const known = new Set(overlapsIn(before?.fields ?? []).map(({ key }) => key));
  return [
    ...tooMany(fields),
    ...fields.flatMap((field, at) => {
      const of = (part: FieldPart, problems: SavingProblem[]) =>
        problems.map((problem) => ({ ...problem, field: { path: field.path, part } }));
      return [
        ...of("path", pathProblem(`fields[${at}].path`, field.path)),
        ...of("vendorPath", field.vendorPath ? pathProblem(`fields[${at}].vendorPath`, field.vendorPath) : []),
        ...of("type", typeProblem(`fields[${at}].type`, field.type)),
        ...of("configuration", settingProblems(`fields[${at}].configuration`, field.configuration, "ofField")),
      ];
    }),
    ...overlapsIn(fields).flatMap(({ key, problem }) => (known.has(key) ? [] : [problem])),
    ...settingProblems("configuration", configuration, "ofTransformation"),
    ...scriptsOf(transformation).flatMap(({ body, mimeType }) => [
      ...(readScript(body).isUnreadable
        ? [{ place: "script.body", reason: "is too long or too deep to be read. Shorten it." }]
        : []),
      ...(/javascript|ecmascript/i.test(mimeType)
        ? []
        : [{ place: "script.mimeType", reason: `must be application/javascript, not ${mimeType.slice(0, 50)}.` }]),
    ]),
  ];
}

/** Fields of which one would overwrite another, on our side or at the provider. */
function overlapsIn(fields: readonly TransformationField[]): Overlap[] {
  const isWritten = fields.map(({ configuration }) => !configuration.some(({ type }) => type === remove.type));
  const ours = conflictProblems(fields).filter(
    ({ at, other, isPart }) => !isPart || (isWritten[at] && isWritten[other]),
  );
  return [...ours, ...providerConflicts(fields)];
}

/** `key` is the same as long as the same fields overlap in the same places. */
type Overlap = { key: string; problem: SavingProblem };

/** The problems that prevent saving a definition. Conflicts that it had `before` do not: each can be mended alone. */
export function problemsOfDefinition({ fields }: Definition, before?: Definition): SavingProblem[] {
  const known = new Set(conflictProblems(before?.fields ?? []).map(({ key }) => key));
  return [
    ...tooMany(fields),
    ...fields.flatMap(({ path }, at) =>
      pathProblem(`fields[${at}].path`, path).map((problem) => ({
        ...problem,
        field: { path, part: "path" as const },
      })),
    ),
    ...conflictProblems(fields).flatMap(({ key, problem }) => (known.has(key) ? [] : [problem])),
  ];
}

function conflictProblems(fields: readonly WrittenField[]) {
  const named = (at: number) => JSON.stringify((fields[at]?.path ?? "").slice(0, 100));
  return conflictsIn(fields).map(({ at, other, isPart }) => {
    const [path, against] = [fields[at]?.path ?? "", fields[other]?.path ?? ""];
    const reason = isPart
      ? `${named(at)} is a part of the field ${named(other)}, so one value would be lost. Remove one, or give ${named(other)} the type object.`
      : `${named(at)} and ${named(other)} are the same field. Remove one.`;
    return {
      ...{ at, other, isPart, key: JSON.stringify([path, against]) },
      problem: { place: `fields[${at}].path`, field: { path, part: "path" as const }, reason },
    };
  });
}

/** Fields that are sent to the same place of the provider. Several may be read from one. */
function providerConflicts(fields: readonly TransformationField[]): Overlap[] {
  const sent = fields.map((field) => {
    const { path, type, level } = { path: "", type: field.vendorType, level: field.level };
    if (settingProblems("", field.configuration, "ofField").length > 0) return { path, type, level };
    const { isRemoved, maps } = fieldRulesOf(field);
    const isSent = !isRemoved && maps.toVendor && field.vendorPath;
    return { path: isSent ? (field.vendorPath ?? "") : "", type, level };
  });
  return conflictsIn(sent).map(({ at, other, isPart }) => {
    const named = (index: number) => JSON.stringify((fields[index]?.path ?? "").slice(0, 100));
    const placed = (index: number) => JSON.stringify((sent[index]?.path ?? "").slice(0, 100));
    const reason = isPart
      ? `${named(at)} is sent to ${placed(at)}, a part of ${placed(other)}, the provider's field of ${named(other)}, so one value would be lost. Give that field the vendorType object, or let one of them map fromVendor only.`
      : `${named(at)} and ${named(other)} are sent to the same field ${placed(at)}. Let one of them map fromVendor only.`;
    const path = fields[at]?.path ?? "";
    const both = [at, other].map((index) => JSON.stringify([fields[index]?.path, sent[index]?.path]));
    return {
      key: both.sort().join(),
      problem: { place: `fields[${at}].vendorPath`, field: { path, part: "vendorPath" as const }, reason },
    };
  });
}

const tooMany = (fields: readonly unknown[]): SavingProblem[] =>
  fields.length > MOST_FIELDS
    ? [{ place: "fields", reason: `at most ${MOST_FIELDS} can be saved, not ${fields.length}.` }]
    : [];

function pathProblem(place: string, path: string): SavingProblem[] {
  const reason = fieldPathProblem(path);
  return reason === undefined ? [] : [{ place, reason }];
}

/** Other names than those of the types of data are names of objects, and convert nothing. */
const typeProblem = (place: string, type: string | undefined): SavingProblem[] =>
  type === undefined || dataTypeNamed(type) || /^[\w. [\]-]{1,255}$/.test(type)
    ? []
    : [{ place, reason: "is no name of a type." }];

function settingProblems(
  place: string,
  settings: readonly TransformationSetting[],
  use: "ofField" | "ofTransformation",
): SavingProblem[] {
  return settings.flatMap(({ type, properties }, at) => {
    const setting = settingNamed(type);
    const problem = setting?.[use] ? setting.problemOf?.(properties ?? {}) : `type: must be one of ${namesFor(use)}`;
    const [part, ...reason] = problem?.split(": ") ?? [];
    return problem ? [{ place: `${place}[${at}].${part}`, reason: `${reason.join(": ")}.` }] : [];
  });
}

const namesFor = (use: "ofField" | "ofTransformation"): string =>
  (Object.values(SETTINGS) as Setting[])
    .filter((setting) => setting[use])
    .map(({ type }) => type)
    .join(", ");
