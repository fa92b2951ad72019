import { NO_COMMON_RESOURCES } from "#server/common-resource/compile.ts";
import { fieldPathProblem } from "#server/common-resource/field-path.ts";
import type { KnownField } from "#server/common-resource/suggestions/field.ts";
import { fieldsOfSamples } from "#server/common-resource/suggestions/fields-of-samples.ts";
import type { Context } from "#server/context.ts";
import { metadataOf } from "#server/element/automatic/object-metadata.ts";
import { isRecord } from "#server/element/bare-record.ts";
import type { ElementPlan } from "#server/element/planned.ts";
import { Failure } from "#server/errors.ts";
import { asHubRequest } from "../../hub/as-hub-request.ts";
import { callElement } from "../../hub/call-element.ts";
import { findWithElement } from "../../instance/find-instance.ts";

const SAMPLES = 10;
const LONGEST_MS = 30_000;

/** A field of an object of the provider. `isReadOnly`: writing it has no effect. */
export type ProviderField = KnownField & { label?: string; isReadOnly?: boolean; isRequired?: boolean };

/**
 * Reads some records of an object of the provider as it is, past common resources, with its fields: those that the
 * element describes and those that the records have. Without a connection, or where reading fails, only the former, with
 * the reason in `failure`. Refuses notFound for connections that the caller does not see.
 */
export async function sampleObject(
  ctx: Context,
  { elementInstanceId, objectName }: { elementInstanceId: number; objectName: string },
): Promise<{ fields: ProviderField[]; records: unknown[]; failure: string | null }> {
  const { plan } = await findWithElement(ctx, { elementInstanceId });
  const described = describedFields(plan, objectName);
  try {
    const records = await readRecords(ctx, elementInstanceId, objectName);
    return { fields: withSamples(described, fieldsOfSamples(records)), records, failure: null };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { message, providerMessage } = error;
    return { fields: described, records: [], failure: providerMessage ? `${message} ${providerMessage}` : message };
  }
}

async function readRecords(ctx: Context, elementInstanceId: number, objectName: string): Promise<unknown[]> {
  const path = objectName.split("/").filter(Boolean).map(encodeURIComponent).join("/");
  const call = asHubRequest({
    method: "GET",
    url: `/${path}?pageSize=${SAMPLES}`,
    headers: {},
    signal: AbortSignal.timeout(LONGEST_MS),
  });
  const { body, stream } = await callElement(ctx, { elementInstanceId, call, preview: NO_COMMON_RESOURCES });
  stream?.cancel();
  return (Array.isArray(body) ? body : [body]).filter(isRecord).slice(0, SAMPLES);
}

/** An object that the element does not describe has no known fields. */
function describedFields(plan: ElementPlan, objectName: string): ProviderField[] {
  try {
    const { fields } = metadataOf(plan, objectName);
    const mappable = fields.filter(({ vendorPath }) => fieldPathProblem(vendorPath) === undefined);
    return mappable.map((field) => ({
      path: field.vendorPath,
      type: field.vendorNativeType,
      samples: [],
      label: field.vendorDisplayName,
      isReadOnly: field.vendorReadOnly,
      isRequired: field.vendorRequired,
    }));
  } catch (error) {
    if (error instanceof Failure && error.kind === "notFound") return [];
    throw error;
  }
}

/** Described fields keep their order and types; further fields of the records follow. */
function withSamples(described: readonly ProviderField[], seen: readonly KnownField[]): ProviderField[] {
  const samples = new Map(seen.map((field) => [field.path, field.samples]));
  const known = new Set(described.map(({ path }) => path));
  return [
    ...described.map((field) => ({ ...field, samples: samples.get(field.path) ?? [] })),
    ...seen.filter(({ path, samples }) => !known.has(path) && !(samples.length === 0 && hasBelow(known, path))),
  ];
}

/** The fields of an object that was null in a record are already described. */
const hasBelow = (known: ReadonlySet<string>, path: string): boolean =>
  [...known].some((other) => other.startsWith(`${path}.`) || other.startsWith(`${path}[`));
