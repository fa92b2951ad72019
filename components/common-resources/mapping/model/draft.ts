import { type Directions, directionsOf, either } from "#server/common-resource/directions.ts";
import { fieldRulesOf, rulesOf } from "#server/common-resource/rules.ts";
import type {
  Level,
  Transformation,
  TransformationField,
  TransformationSetting,
} from "#server/common-resource/shape.ts";
import type { KnownField } from "#server/common-resource/suggestions/field.ts";

// The transformation that is being edited, at its level. No function here changes its arguments.

/** A transformation with the fields whose paths were changed, as far as that is not saved yet. */
export type MappingDraft = Transformation & { renamed?: { from: string; to: string }[] };

export const emptyTransformation = (vendorName: string): MappingDraft => ({
  vendorName,
  fields: [],
  configuration: [],
  scripts: [],
});

/** A field that a level defines. */
export type Defined = { path: string; type: string; level: Level };

/** One of our fields as the editor shows it. */
export type Row = {
  path: string;
  type: string;
  /** The effective mapping: that of this level, or else the inherited one. */
  field: TransformationField | undefined;
  /** The origin of the mapping; `removed`: this level removes an inherited one. */
  state: "own" | "inherited" | "removed" | "unmapped";
  /** The level of the mapping, or else that of the definition of the field. */
  level: Level | undefined;
};

type Shown = {
  draft: Transformation;
  level: Level;
  inherited: Transformation | null;
  defined: readonly Defined[];
};

/** Our fields in the order of their definition; those that are only mapped follow. */
export function rowsOf({ draft, level, inherited, defined }: Shown): Row[] {
  const own = new Map(draft.fields.map((field) => [field.path, field]));
  const above = new Map((inherits(draft) ? (inherited?.fields ?? []) : []).map((field) => [field.path, field]));
  const definitions = new Map(defined.map((field) => [field.path, field]));
  const paths = new Set([...definitions.keys(), ...own.keys(), ...above.keys()]);
  return [...paths].map((path): Row => {
    const [mine, upper, definition] = [own.get(path), above.get(path), definitions.get(path)];
    const type = mine?.type ?? definition?.type ?? upper?.type ?? "string";
    if (mine && fieldRulesOf(mine).isRemoved) return { path, type, field: undefined, state: "removed", level };
    if (mine) return { path, type, field: mine, state: "own", level };
    if (upper) return { path, type, field: upper, state: "inherited", level: upper.level as Level | undefined };
    return { path, type, field: undefined, state: "unmapped", level: definition?.level };
  });
}

const inherits = (draft: Transformation): boolean => either(rulesOf(draft).inherits);

/** Maps one of our fields to one of the provider; the field's settings at this level are kept. */
export function connect(
  draft: Transformation,
  ours: { path: string; type: string },
  provider: KnownField,
): Transformation {
  const before = draft.fields.find(({ path }) => path === ours.path);
  const field: TransformationField = {
    configuration: [],
    ...(before && { ...before, configuration: before.configuration.filter(({ type }) => type !== "remove") }),
    path: ours.path,
    type: before?.type ?? ours.type,
    vendorPath: provider.path,
    ...(provider.type !== undefined && { vendorType: provider.type }),
  };
  return withField(draft, field);
}

/** Removes the mapping of this level; the inherited one applies again. */
export const disconnect = (draft: Transformation, path: string): Transformation => ({
  ...draft,
  fields: draft.fields.filter((field) => field.path !== path),
});

/** Removes an inherited field at this level. */
export const hide = (draft: Transformation, { path, type }: Pick<Row, "path" | "type">): Transformation =>
  withField(draft, { path, type, configuration: [{ type: "remove" }] });

/** Adds an unmapped field; an existing one is unchanged. */
export const addField = (draft: Transformation, path: string, type = "string"): Transformation =>
  draft.fields.some((field) => field.path === path)
    ? draft
    : { ...draft, fields: [...draft.fields, { path, type, configuration: [] }] };

/** Changes the mapping of a field; an inherited one becomes one of this level. */
export function changeField(draft: MappingDraft, row: Row, change: Partial<TransformationField>): MappingDraft {
  const { path, type, field } = row;
  const { level: _, ...before } = field ?? { path, type, configuration: [] };
  const configuration = before.configuration.map(({ level: _, ...setting }) => setting);
  const changed = withField(draft, { ...before, configuration, ...change }, path);
  return change.path === undefined || change.path === path ? changed : withRename(changed, path, change.path);
}

/** A field that was renamed several times counts with its first and last name. */
function withRename(draft: MappingDraft, from: string, to: string): MappingDraft {
  const { renamed = [] } = draft;
  const known = renamed.find((one) => one.to === from);
  const others = renamed.filter((one) => one !== known);
  return { ...draft, renamed: [...others, { from: known?.from ?? from, to }] };
}

/** The parts of a draft that are saved: the transformation, and the changes of the definition. */
export function partsOfDraft({ renamed = [], ...transformation }: MappingDraft): {
  transformation: Transformation;
  renamed: { from: string; to: string }[];
} {
  return { transformation, renamed: renamed.filter(({ from, to }) => from !== to) };
}

function withField(draft: MappingDraft, field: TransformationField, at = field.path): MappingDraft {
  const place = draft.fields.findIndex(({ path }) => path === at);
  if (place < 0) return { ...draft, fields: [...draft.fields, field] };
  // Mappings of earlier versions may have a field twice.
  return { ...draft, fields: draft.fields.flatMap((one, n) => (n === place ? field : one.path === at ? [] : one)) };
}

type Settings = readonly TransformationSetting[];

export const settingOf = (settings: Settings, type: string): TransformationSetting | undefined =>
  settings.find((one) => one.type === type);

/** The settings with this one changed; without properties it is removed. */
export function withSetting(
  settings: Settings,
  type: string,
  properties: TransformationSetting["properties"] | null,
): TransformationSetting[] {
  const rest = settings.filter((one) => one.type !== type);
  return properties === null ? rest : [...rest, { type, ...(properties && { properties }) }];
}

/** The choices of directions: `none` if the setting is missing. */
export const DIRECTIONS = {
  both: { fromVendor: true, toVendor: true },
  fromVendor: { fromVendor: true, toVendor: false },
  toVendor: { fromVendor: false, toVendor: true },
  none: { fromVendor: false, toVendor: false },
} as const satisfies Record<string, Directions>;
export type DirectionName = keyof typeof DIRECTIONS;

export function directionNamed({ fromVendor, toVendor }: Directions): DirectionName {
  if (fromVendor) return toVendor ? "both" : "fromVendor";
  return toVendor ? "toVendor" : "none";
}

/** The directions in which a field is mapped: both without the setting. */
export const fieldDirection = ({ configuration }: Pick<TransformationField, "configuration">): DirectionName =>
  directionNamed(fieldRulesOf({ configuration }).maps);

/** The directions of a setting of the transformation, `none` if it is missing. */
export function settingDirection(
  { configuration }: Pick<Transformation, "configuration">,
  type: string,
): DirectionName {
  const setting = settingOf(configuration, type);
  return setting ? directionNamed(directionsOf(setting.properties)) : "none";
}

/** The fields that the common resource does not define yet. */
export const newFieldsOf = (draft: Transformation, defined: readonly Defined[]) => {
  const known = new Set(defined.map(({ path }) => path));
  return draft.fields
    .filter((field) => !known.has(field.path) && !fieldRulesOf(field).isRemoved)
    .map(({ path, type = "string" }) => ({ path, type }));
};

/** A default value as it was typed: JSON for types other than text, if it is valid JSON. */
export function readDefault(text: string, type: string): unknown {
  if (type === "string") return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

export const writeDefault = (value: unknown): string =>
  value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value);
