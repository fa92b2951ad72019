import { isDeepStrictEqual } from "node:util";
import type { Context } from "#server/context.ts";
import { operationKeyOf } from "#server/element/convert/operation-key.ts";
import type { ImportedConversion } from "#server/element/convert/registry.ts";
import { prepareResource } from "#server/element/definition/prepare.ts";
import { type PreparedElement, withoutHub } from "#server/element/definition/prepared.ts";
import { type Resource, resourceSchema } from "#server/element/shape.ts";
import { requireDesigner } from "../account/require-role.ts";
import { requireOwn } from "./change-element.ts";
import { findElement } from "./find-element.ts";

/** `element`: the key or id of an element of the caller that the file is compared with. */
export type ImportRequest = { bytes: Uint8Array; format: string | undefined; element: string | undefined };

type OperationState = "new" | "changed" | "unchanged" | "removed";

/**
 * What an import of the file would do; nothing is saved. Refuses (badRequest) with the place in the file; notFound and
 * forbidden as for a change of the element.
 */
export async function previewImport(ctx: Context, { element: keyOrId, ...request }: ImportRequest) {
  requireDesigner(ctx);
  const current = keyOrId === undefined ? undefined : await findElement(ctx, keyOrId);
  if (current) requireOwn(ctx, current);
  const { format, element, operations, problems } = await ctx.convert(request, String(ctx.caller.organizationId));
  const resources = element.resources.map((resource) => resourceSchema.parse(resource));
  const states = statesOf(resources, current?.definition);
  return {
    format,
    element,
    operations: [
      ...operations.map((operation, at) => ({ ...operation, state: states[at] ?? ("new" as const) })),
      ...removedFrom(current?.definition, operations),
    ],
    problems,
  };
}

function statesOf(resources: readonly Resource[], current: PreparedElement | undefined): OperationState[] {
  const known = new Map(current?.resources.map((resource) => [operationKeyOf(resource), resource]));
  return resources.map((resource) => {
    const before = known.get(operationKeyOf(resource));
    if (!before || !current) return "new";
    return isDeepStrictEqual(comparable(before), comparable(prepareResource(resource, current.hub)))
      ? "unchanged"
      : "changed";
  });
}

/** Without the ids of parts and what is derived of them, as JSON has it. */
function comparable({ path, model, ...resource }: Resource): unknown {
  const text = JSON.stringify(resource, (name, value) => (OURS.has(name) ? undefined : value));
  return { ...JSON.parse(text), model: model && JSON.parse(JSON.stringify(model)), path: withoutHub(path) };
}

const OURS = new Set(["id", "contextParams"]);

function removedFrom(current: PreparedElement | undefined, operations: ImportedConversion["operations"]) {
  const given = new Set(operations.map(({ key }) => key));
  return (current?.resources ?? []).flatMap((resource) => {
    const key = operationKeyOf(resource);
    const summary = resource.description ?? "";
    return given.has(key) ? [] : [{ key, summary, state: "removed" as const, problems: [] }];
  });
}
