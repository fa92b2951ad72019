import { problemsOf, problemsOfDefinition, problemText, type SavingProblem } from "#server/common-resource/problems.ts";
import type { DefinedField, Transformation } from "#server/common-resource/shape.ts";
import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as transformations from "#server/store/common-resource/transformations.ts";
import type { Db } from "#server/store/database/prisma.ts";
import { changeSaved, noteIn } from "../change-saved.ts";
import { DEFINITIONS } from "../definitions.ts";
import type { Address } from "../place.ts";
import { upsert } from "../save.ts";
import { TRANSFORMATIONS } from "../transformations.ts";
import type { MappingAddress } from "./read-mapping.ts";
import { versionOf } from "./version.ts";

/**
 * Saves a transformation at its level together with fields that are new to the common resource. `basedOn` is the
 * version that was read, null if there was none. Refuses badRequest, forbidden, notFound, and conflict when somebody
 * else has saved it meanwhile; then nothing is changed.
 */
export async function saveMapping(
  ctx: Context,
  {
    name,
    transformation,
    newFields,
    renamed = [],
    basedOn,
    ...address
  }: MappingAddress & {
    transformation: Transformation;
    newFields: DefinedField[];
    renamed?: readonly Renamed[] | undefined;
    basedOn: string | null;
  },
): Promise<{ version: string | null }> {
  return changeSaved(ctx, TRANSFORMATIONS, address, async (tx, place, note) => {
    const { level } = place.owner;
    const find = async () => (await TRANSFORMATIONS.list(tx, place, name)).find((one) => one.level === level)?.value;
    const before = await find();
    refuseProblems(problemsOf(TRANSFORMATIONS.at(level, transformation), before));
    if (versionOf(before) !== basedOn)
      throw new Failure(
        "conflict",
        "Somebody else has saved this mapping meanwhile. Read it again, and save yours based on that version.",
      );
    await upsert(tx, TRANSFORMATIONS, place, { name, value: transformation }, note);
    if (newFields.length + renamed.length > 0) await defineFields(ctx, tx, address, { name, newFields, renamed });
    return { version: versionOf(await find()) };
  });
}

const PARTS = { path: "path", vendorPath: "provider’s path", type: "type", configuration: "settings" } as const;

/** Refuses (badRequest) what cannot be saved. People know a field by its path, not by its place in the request. */
function refuseProblems(problems: readonly SavingProblem[]): void {
  if (problems.length === 0) return;
  const texts = problems.map((problem) => {
    const { field, reason } = problem;
    return field ? `${field.path.slice(0, 100)}, ${PARTS[field.part]}: ${reason}` : problemText(problem);
  });
  throw new Failure("badRequest", texts.slice(0, 10).join(" "));
}

/** A field of the mapping that has another path from now on. */
type Renamed = { from: string; to: string };

async function defineFields(
  ctx: Context,
  tx: Db,
  address: Address,
  { name, newFields, renamed }: { name: string; newFields: DefinedField[]; renamed: readonly Renamed[] },
): Promise<void> {
  const place = await DEFINITIONS.find(ctx, address);
  const levels = await DEFINITIONS.list(tx, place, name);
  const before = levels.find(({ level }) => level === place.owner.level)?.value;
  const mappings = await transformations.listCovered(tx, place.owner, name);
  const mapped = new Set(mappings.flatMap(({ value }) => value.fields.map(({ path }) => path)));
  const own = { ...before, fields: withRenamed(before?.fields ?? [], renamed, mapped) };
  const others = levels.filter(({ level }) => level !== place.owner.level).map(({ value }) => value);
  const known = new Set([own, ...others].flatMap(({ fields }) => fields.map(({ path }) => path)));
  const value = { ...own, fields: [...own.fields, ...newFields.filter(({ path }) => !known.has(path))] };
  if (JSON.stringify(value.fields) === JSON.stringify(before?.fields ?? [])) return;
  refuseProblems(problemsOfDefinition(value, before));
  await upsert(tx, DEFINITIONS, place, { name, value }, noteIn(ctx, tx, DEFINITIONS));
}

/** The fields of a definition with the new paths. A field that another mapping still has stays beside the new one. */
function withRenamed(
  fields: readonly DefinedField[],
  renamed: readonly Renamed[],
  mapped: ReadonlySet<string>,
): DefinedField[] {
  let next = [...fields];
  for (const { from, to } of renamed) {
    if (from === to || mapped.has(from)) continue;
    const isThere = next.some(({ path }) => path === to);
    next = isThere
      ? next.filter(({ path }) => path !== from)
      : next.map((field) => (field.path === from ? { ...field, path: to } : field));
  }
  return next;
}
