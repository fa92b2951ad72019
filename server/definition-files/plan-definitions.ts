import { bindInstance, describedInstances, type ForeignInstance, type InstanceIdentity } from "./bind-instances.ts";
import type {
  DefinitionFinding,
  DefinitionJson,
  DefinitionKind,
  DefinitionReference,
  DefinitionType,
} from "./definition-kind.ts";
import { DEFINITION_KINDS } from "./definition-kinds.ts";
import { ordered } from "./json.ts";
import { inOrder } from "./order.ts";
import type { DefinitionInFiles } from "./read-files.ts";

/** A definition of the organization, in the form of an export. */
export type ExistingDefinition = {
  id: number | undefined;
  name: string;
  json: DefinitionJson;
  /** Changes with each change, if its kind has versions. */
  version?: number | undefined;
};

/** The data of the importing organization. */
export type Surroundings = {
  /** The definitions of the importing account with this type and name. */
  existing: (type: DefinitionType, name: string) => readonly ExistingDefinition[];
  /** The names that others may refer to although they are not the account's own: of elements and formulas. */
  isKnown: (type: DefinitionType, name: string) => boolean;
  instances: readonly InstanceIdentity[];
  /** The chosen id by the id in the files. */
  chosen: Readonly<Record<string, number>>;
  /** The definitions of the files that are excluded. */
  except?: readonly NamedDefinition[] | undefined;
};

export type NamedDefinition = { type: DefinitionType; name: string };

/** `blocked`: its findings say why it cannot be imported. `leftOut`: it is excluded. */
export const IMPORT_ACTIONS = ["create", "update", "unchanged", "blocked", "leftOut"] as const;
export type ImportAction = (typeof IMPORT_ACTIONS)[number];

export type PlannedDefinition = DefinitionInFiles & {
  action: ImportAction;
  /** The id here; undefined until it exists. */
  id: number | undefined;
  /** The version of the definition here with which it was compared. */
  version: number | undefined;
  findings: DefinitionFinding[];
  /** References to others of the same import, whose id may only be known after they are saved. */
  links: Link[];
};

type Link = { reference: DefinitionReference; to: PlannedDefinition };

export type PlannedInstance = {
  instance: ForeignInstance;
  /** The referring parts, as in `formula "Sync": elementInstanceId of step "list"`. */
  where: string[];
  bound: InstanceIdentity | undefined;
  candidates: InstanceIdentity[];
};

export type ImportPlan = {
  /** In the order in which they can be saved. References to existing definitions already have their ids. */
  definitions: PlannedDefinition[];
  instances: PlannedInstance[];
};

/** Plans an import: what it would do, and what would differ from the source. Ids in `json` are replaced. */
export function planDefinitions(read: readonly DefinitionInFiles[], surroundings: Surroundings): ImportPlan {
  const taken = new Set<ExistingDefinition>();
  const planned = withoutNestedCopies(read).map((definition) => plan(definition, surroundings, taken));
  const wanted = planned.filter(({ action }) => action !== "leftOut");
  const instances = bindAll(wanted, surroundings);
  for (const definition of wanted) {
    link(definition, wanted, surroundings);
    const { kind, name, id, json } = definition;
    const before = surroundings.existing(kind.noun, name).find((one) => one.id === id)?.json;
    definition.findings.push(...kind.findingsOf(json, before), ...duplicates(definition, wanted));
  }
  for (const definition of wanted) definition.action = actionOf(definition, surroundings);
  const kinds = Object.values(DEFINITION_KINDS);
  const byKind = planned.toSorted((one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind));
  return { definitions: inOrder(byKind, ({ links }) => links.map(({ to }) => to)), instances };
}

/** A nested definition is left out if it also exists by itself, or twice. */
function withoutNestedCopies(read: readonly DefinitionInFiles[]): DefinitionInFiles[] {
  const keyOf = ({ kind, name }: DefinitionInFiles) => `${kind.noun} ${name}`;
  const known = new Set(read.filter(({ isNested }) => !isNested).map(keyOf));
  return read.filter((definition) => {
    if (!definition.isNested) return true;
    const isNew = !known.has(keyOf(definition));
    known.add(keyOf(definition));
    return isNew;
  });
}

/** Several definitions here may have one name: one that equals that of the files is its counterpart, for one of them. */
function plan(
  definition: DefinitionInFiles,
  { existing, except = [] }: Surroundings,
  taken: Set<ExistingDefinition>,
): PlannedDefinition {
  const { kind, name, json } = definition;
  const here = existing(kind.noun, name);
  const isUnclear = here.length > 1;
  const same = isUnclear ? here.find((one) => !taken.has(one) && isSame(kind, json, one.json)) : undefined;
  if (same) taken.add(same);
  const found = same ?? here[0];
  const replaced = { id: found?.id, version: found?.version };
  if (except.some((one) => one.type === kind.noun && one.name === name))
    return { ...definition, ...replaced, findings: [], links: [], action: "leftOut" };
  const findings: DefinitionFinding[] =
    isUnclear && !same ? [blocked(`There are several with this name here. Rename or delete all but one of them.`)] : [];
  return { ...definition, ...replaced, findings, links: [], action: "create" };
}

const blocked = (message: string): DefinitionFinding => ({ severity: "blocked", message });

function duplicates(definition: PlannedDefinition, planned: readonly PlannedDefinition[]): DefinitionFinding[] {
  const first = planned.find(
    ({ kind, name, id }) => kind === definition.kind && name === definition.name && id === definition.id,
  );
  return first && first !== definition ? [blocked(`${first.path} has one with the same name.`)] : [];
}

function bindAll(planned: readonly PlannedDefinition[], { instances, chosen }: Surroundings): PlannedInstance[] {
  const found = new Map<number, PlannedInstance>();
  for (const definition of planned) {
    const described = new Map(describedInstances(definition.json).map((instance) => [instance.id, instance]));
    for (const { to, id, where } of definition.kind.referencesOf(definition.json)) {
      if (to !== "elementInstance" || !id) continue;
      const foreign = described.get(id.value) ?? { id: id.value };
      const entry = found.get(id.value) ?? bindOne(foreign, instances, chosen[String(id.value)]);
      found.set(id.value, entry);
      entry.where.push(`${definition.kind.label} "${definition.name}": ${where}`);
      if (entry.bound) replaceId(id, entry.bound.id);
      else definition.findings.push(blocked(unbound(where, foreign)));
      if (entry.bound && foreign.elementKey === undefined && chosen[String(id.value)] === undefined)
        definition.findings.push(assumed(where, entry.bound));
    }
  }
  return [...found.values()];
}

function bindOne(
  instance: ForeignInstance,
  here: readonly InstanceIdentity[],
  chosenId: number | undefined,
): PlannedInstance {
  const suggested = bindInstance(instance, here);
  const bound = chosenId === undefined ? suggested.bound : here.find(({ id }) => id === chosenId);
  return { instance, where: [], bound, candidates: suggested.candidates };
}

const unbound = (where: string, { id, elementKey, name }: ForeignInstance) =>
  `${where}: choose the element instance that takes the place of ${name === undefined ? id : `"${name}" (${id})`}${
    elementKey === undefined ? "" : ` of the element ${elementKey}`
  }.`;

/** Exports of other tools do not describe the instance behind an id. */
const assumed = (where: string, { id, name, elementKey }: InstanceIdentity): DefinitionFinding => ({
  severity: "changes",
  message: `${where}: ${id} is "${name}" of the element ${elementKey} here. Choose another if it is not the one that was meant.`,
});

/** Keeps the type of an id: text stays text. */
function replaceId({ holder, key }: NonNullable<DefinitionReference["id"]>, id: number): void {
  holder[key] = typeof holder[key] === "string" ? String(id) : id;
}

/** Resolves the references of a definition: in the same import first, then among existing ones. */
function link(
  definition: PlannedDefinition,
  planned: readonly PlannedDefinition[],
  { existing, isKnown, except = [] }: Surroundings,
) {
  for (const reference of definition.kind.referencesOf(definition.json)) {
    const { to: type, id, name } = reference;
    if (type === "elementInstance") continue;
    const ofType = planned.filter(({ kind }) => kind.noun === type);
    const to =
      ofType.find(({ json }) => id !== undefined && String(json.id) === String(id.value)) ??
      ofType.find((other) => name !== undefined && other.name === name && other.id === id?.value) ??
      ofType.find((other) => name !== undefined && other.name === name);
    if (to) {
      definition.links.push({ reference, to });
      if (id && to.id !== undefined) replaceId(id, to.id);
      continue;
    }
    const named = name === undefined ? [] : existing(type, name);
    const here = named.find((one) => one.id === id?.value) ?? named[0];
    if (here?.id !== undefined && id) replaceId(id, here.id);
    if (here || (name !== undefined && isKnown(type, name))) continue;
    const isLeftOut = except.some((one) => one.type === type && one.name === name);
    definition.findings.push(missing(reference, isLeftOut ? "is left out, and not" : "is neither in the files nor"));
    // In this organization the id may belong to something else.
    if (id) delete id.holder[id.key];
  }
}

function missing({ to, where, id, name, isOptional }: DefinitionReference, isNot: string): DefinitionFinding {
  const named = `${to === "elementInstance" ? to : DEFINITION_KINDS[to].label} ${name === undefined ? id?.value : `"${name}"`}`;
  const message = `${where}: the ${named} ${isNot} in this organization.`;
  if (isOptional) return { severity: "fails", message: `${message} It is left out.` };
  return id ? { severity: "fails", message: `${message} The field is left empty.` } : blocked(message);
}

function actionOf(
  { kind, name, json, id, findings, links }: PlannedDefinition,
  { existing }: Surroundings,
): ImportAction {
  if (findings.some(({ severity }) => severity === "blocked")) return "blocked";
  const found = existing(kind.noun, name).find((one) => one.id === id);
  if (!found) return "create";
  return isSame(kind, json, found.json) && links.every(({ to }) => to.id !== undefined) ? "unchanged" : "update";
}

const isSame = ({ normalized }: DefinitionKind, one: DefinitionJson, other: DefinitionJson): boolean =>
  JSON.stringify(ordered(normalized(one))) === JSON.stringify(ordered(normalized(other)));

/** Sets the id of a referenced definition after that is saved. */
export const setLink = ({ reference: { id } }: Link, saved: number): void => {
  if (id) replaceId(id, saved);
};

/** The definition without the ids of these references, which may belong to something else here. */
export function withoutLinks({ json }: Pick<PlannedDefinition, "json">, links: readonly Link[]): DefinitionJson {
  const ids = links.flatMap(({ reference: { id } }) => (id ? [{ ...id, kept: id.holder[id.key] }] : []));
  for (const { holder, key } of ids) delete holder[key];
  const copy = structuredClone(json);
  for (const { holder, key, kept } of ids) holder[key] = kept;
  return copy;
}
