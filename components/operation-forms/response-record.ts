import { asSchema, type Definitions, type Schema } from "#server/element/definition/model-from-samples.ts";

/** An operation of an element, as its Swagger documentation describes it. */
export type DocumentedOperation = { operation: Readonly<Record<string, unknown>>; definitions: Definitions };

/** The schema of the records in the first response, which may be a list of them. */
export function responseRecord({ responses }: Schema): { record: Schema | undefined; isList: boolean } {
  const [success] = Object.values(asSchema(responses) ?? {});
  const schema = asSchema(asSchema(success)?.schema);
  const items = asSchema(schema?.items);
  return { record: items ?? schema, isList: items !== undefined };
}
