import type { Context } from "#server/context.ts";
import { prepareElement } from "#server/element/definition/prepare.ts";
import {
  type ChosenOperation,
  type ComparedOperation,
  compareImport,
  type ImportChoice,
} from "#server/element/import/compare-import.ts";
import { importedElement } from "#server/element/import/imported-element.ts";
import { mergeImport } from "#server/element/import/merge-import.ts";
import { Failure } from "#server/errors.ts";
import * as imports from "#server/store/element/element-imports.ts";
import { requireDesigner } from "../account/require-role.ts";
import { changeElement, requireOwn } from "./change-element.ts";
import { findElement } from "./find-element.ts";
import { importMessage } from "./import-element.ts";
import { presentElement } from "./present-element.ts";
import { type DescriptionFile, readDescription } from "./read-description.ts";

/** By the keys of operations; the preview's suggestions are the default. */
export type ImportChoices = Readonly<Record<string, ImportChoice>>;

type Chosen = {
  choices: ImportChoices;
  /** The revision of the element that the choices are about: the one in the preview. */
  basedOn?: number | undefined;
};

/**
 * Imports a description into an element again. What was changed by hand since the last import stays; an operation that
 * the file changed as well needs a choice. It authenticates as it did unless another way is chosen. It is one new
 * revision, or nothing.
 *
 * Refuses what a change of the element refuses, badRequest for a file that cannot be read and for choices about
 * operations that are in neither, and conflict while a choice is missing, and if the element is no longer at `basedOn`.
 */
export async function reimportElement(
  ctx: Context,
  { keyOrId, choices, basedOn, ...file }: { keyOrId: string } & DescriptionFile & Chosen,
) {
  requireDesigner(ctx);
  const found = await findElement(ctx, keyOrId);
  requireOwn(ctx, found);
  const known = await imports.find(ctx.db.prisma, ctx.vault, {
    organizationId: found.organizationId,
    elementId: found.id,
  });
  const { element: converted, format, base } = await readDescription(ctx, file, known);
  const changed = await changeElement(ctx, keyOrId, async ({ id, organizationId, version, definition: before }, tx) => {
    refuseStale(version, basedOn);
    const key = { organizationId, elementId: id };
    const last = await imports.find(tx, ctx.vault, key);
    const sides = {
      base: last ? importedElement(last.definition, before.hub) : undefined,
      current: before,
      imported: importedElement(converted, before.hub),
    };
    const isAuthenticationChosen = file.authentication !== undefined;
    const merged = mergeImport({ ...sides, isAuthenticationChosen }, chosenIn(compareImport(sides), choices));
    await imports.save(tx, ctx.vault, key, base);
    return {
      definition: prepareElement(merged, { elementId: id, before }),
      change: { entity: "element", entityId: id, action: "imported" },
      revision: { message: importMessage(format) },
    };
  });
  return presentElement(changed);
}

function refuseStale(revision: number, basedOn: number | undefined): void {
  if (basedOn === undefined || basedOn === revision) return;
  throw new Failure(
    "conflict",
    `basedOn: the element was changed after the preview, and has the revision ${revision} now. Preview the import again.`,
    { reason: "publishedMeanwhile", field: "basedOn" },
  );
}

const MOST_NAMED = 5;

function chosenIn(operations: readonly ComparedOperation[], choices: ImportChoices): ChosenOperation[] {
  const known = new Set(operations.map(({ key }) => key));
  const unknown = Object.keys(choices).find((key) => !known.has(key));
  if (unknown !== undefined)
    throw new Failure(
      "badRequest",
      `choices: ${JSON.stringify(unknown.slice(0, 200))} is an operation of neither the file nor the last import.`,
    );
  const chosen: ChosenOperation[] = [];
  const open: string[] = [];
  for (const operation of operations) {
    const choice = Object.hasOwn(choices, operation.key) ? choices[operation.key] : operation.choice;
    if (choice) chosen.push({ ...operation, choice });
    else open.push(operation.key.slice(0, 200));
  }
  if (open.length > 0)
    throw new Failure(
      "conflict",
      `choices: the file and the element both changed ${named(open)}. Choose "imported" or "current" for each.`,
      { reason: "importConflict" },
    );
  return chosen;
}

const named = (keys: readonly string[]): string =>
  [
    ...keys.slice(0, MOST_NAMED).map((key) => JSON.stringify(key)),
    ...(keys.length > MOST_NAMED ? [`${keys.length - MOST_NAMED} more`] : []),
  ].join(", ");
