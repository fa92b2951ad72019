import type { Context } from "#server/context.ts";
import type { ConvertedElement } from "#server/element/convert/conversion.ts";
import { operationKeyOf } from "#server/element/convert/operation-key.ts";
import { type ComparedOperation, compareImport } from "#server/element/import/compare-import.ts";
import { importedElement } from "#server/element/import/imported-element.ts";
import { otherHostOf } from "#server/element/provider/other-host.ts";
import { withoutHub } from "#server/element/resource-path.ts";
import * as imports from "#server/store/element/element-imports.ts";
import type { ElementRecord } from "#server/store/element/elements.ts";
import { requireDesigner } from "../account/require-role.ts";
import { requireOwn } from "./change-element.ts";
import { findElement } from "./find-element.ts";
import { type DescriptionFile, readDescription } from "./read-description.ts";

/** `element`: the key or id of an element of the caller to compare the file with. */
export type PreviewRequest = DescriptionFile & { element?: string | undefined };

/**
 * Plans an import of the file; saves nothing. Refuses (badRequest) with the position in the file; notFound and
 * forbidden like a change of the element.
 */
export async function previewImport(ctx: Context, { element: keyOrId, ...file }: PreviewRequest) {
  requireDesigner(ctx);
  const current = keyOrId === undefined ? undefined : await findElement(ctx, keyOrId);
  if (current) requireOwn(ctx, current);
  const last = current && (await imports.find(ctx.db.prisma, ctx.vault, ownerOf(current)));
  const description = await readDescription(ctx, file, last);
  const { format, element, operations, problems, authentications, authentication = null } = description;
  const baseUrl = String(element.configuration.find(({ key }) => key === "base.url")?.defaultValue ?? "");
  const described = new Map(operations.map((operation) => [operation.key, operation]));
  return {
    format,
    element,
    authentications,
    authentication,
    /** The revision of the element that the file is compared with; null for a new element. */
    revision: current?.version ?? null,
    lastImport: last ? { format: last.format, importedAt: last.importedAt.toISOString() } : null,
    operations: comparedWith(current, { converted: element, last }).map(
      ({ current: before, imported, ...compared }) => {
        const { method, path, vendorPath, description } = imported ?? before ?? MISSING;
        return {
          ...compared,
          ...{ method, path: withoutHub(path), host: otherHostOf(vendorPath, baseUrl) },
          summary: described.get(compared.key)?.summary ?? description ?? "",
          problems: described.get(compared.key)?.problems ?? [],
        };
      },
    ),
    problems,
  };
}

const MISSING = { method: "", path: "", vendorPath: "", description: "" };

const ownerOf = ({ id, organizationId }: ElementRecord) => ({ elementId: id, organizationId });

type Read = { converted: ConvertedElement; last: imports.ElementImport | null | undefined };

function comparedWith(element: ElementRecord | undefined, { converted, last }: Read): ComparedOperation[] {
  const hub = element?.hub ?? converted.hub;
  const imported = importedElement(converted, hub);
  if (!element)
    return imported.resources.map((resource) => ({
      ...{ key: operationKeyOf(resource), state: "new", isEdited: false, choice: "imported", imported: resource },
    }));
  const base = last ? importedElement(last.definition, hub) : undefined;
  return compareImport({ base, current: element.definition, imported });
}
