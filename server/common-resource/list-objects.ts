import { type MetadataField, metadataOf } from "#server/element/automatic/object-metadata.ts";
import { isHelium, type ListedObject, objectsOf } from "#server/element/automatic/objects.ts";
import type { HubRequest } from "#server/element/hub-request.ts";
import type { ElementPlan } from "#server/element/planned.ts";
import { Failure } from "#server/errors.ts";
import type { CommonResource, CommonResources } from "./compile.ts";
import { fieldRulesOf } from "./rules.ts";

/** The objects of an element instance, its common resources first (spec §2.8). */
export function objectsWithCommon(plan: ElementPlan, commonResources: CommonResources): ListedObject[] {
  const listed = objectsOf(plan);
  const common = [...commonResources.values()].map(({ name, vendorName }): ListedObject => {
    // A nested object has its parent's path under its common name as well.
    const path = listed.find((own) => own.name === vendorName)?.path;
    return { name, vendorName, type: "vdr", ...(path !== undefined && { path }) };
  });
  // A common resource hides the element's own of that name, but not the provider's object.
  return [...common, ...listed.filter(({ name, type }) => type === "vendor" || !commonResources.has(name))];
}

/** `GET /objects` with the common resources first (spec §2.8). */
export function listObjects(plan: ElementPlan, commonResources: CommonResources, call: HubRequest): unknown[] {
  const objects = objectsWithCommon(plan, commonResources);
  if (isHelium(call)) return objects;
  const tops = objects.filter(({ type, path }) => type !== "vendor" && path === undefined);
  return [...new Set(tops.map(({ name }) => name))];
}

/** The fields of a common resource, with the metadata of the provider's fields behind them. */
export function commonMetadata(plan: ElementPlan, resource: CommonResource): { fields: CommonField[] } {
  const known = new Map(providerFields(plan, resource).map((field) => [field.vendorPath, field]));
  const fields = resource.transformation.fields.map((field): CommonField => {
    const provider = known.get(field.vendorPath ?? "");
    const { maps } = fieldRulesOf(field);
    return {
      type: field.type ?? "string",
      path: field.path,
      vendorPath: field.vendorPath ?? "",
      vendorDisplayName: provider?.vendorDisplayName ?? field.path,
      vendorNativeType: field.vendorType ?? provider?.vendorNativeType ?? field.type ?? "string",
      vendorRequired: provider?.vendorRequired ?? false,
      vendorReadOnly: provider?.vendorReadOnly === true || !maps.toVendor,
      hidden: provider?.hidden ?? false,
      ...(provider?.mask !== undefined && { mask: provider.mask }),
      method: provider?.method ?? [],
    };
  });
  return { fields };
}

/** A field by our path. */
type CommonField = MetadataField & { path: string };

/** An object that the element does not describe has no known fields. */
function providerFields(plan: ElementPlan, { vendorName }: CommonResource): MetadataField[] {
  try {
    return metadataOf(plan, vendorName).fields;
  } catch (error) {
    if (error instanceof Failure && error.kind === "notFound") return [];
    throw error;
  }
}
