import { dataTypeNamed, dataTypeOfModel } from "#server/element/data-types/registry.ts";
import { asSchema, type Definitions } from "#server/element/definition/model-from-samples.ts";
import { objectNameOf } from "#server/element/resource-path.ts";
import { rootOf, schemaAt } from "../../../operation-forms/schema-fields.ts";
import type { ElementDraft } from "../../model/element-draft.ts";
import { type Operation, operationsOf } from "../../model/operations.ts";
import { listAt, textOf } from "../../model/paths.ts";
import { modelOf } from "../models/model-sides.ts";

type Field = Record<string, unknown>;

/** The operation whose response shows the fields of an object: its list, else one of it; undefined without a model. */
export function describedBy(draft: ElementDraft, name: string): Operation | undefined {
  const reads = operationsOf(draft).filter(
    ({ at, method, path }) =>
      method === "GET" && objectNameOf(path) === name && modelOf(draft, at, "response") !== null,
  );
  return reads.find(({ path }) => !path.endsWith("}")) ?? reads[0];
}

/** The fields of an object with those of a model; existing fields are unchanged. */
export function fieldsFromModel(draft: ElementDraft, object: Field, at: number): Field[] {
  const model = modelOf(draft, at, "response");
  const before = listAt(object, ["fields"]);
  if (!model) return [...before];
  const { definitions, root } = model;
  const top = rootOf(definitions, root);
  const properties = top ? (asSchema(schemaAt(definitions, top).properties) ?? {}) : {};
  const known = new Set(before.map(({ name }) => name));
  const added = Object.entries(properties).filter(([name]) => !known.has(name));
  return [
    ...before,
    ...added.map(([name, schema]) => ({
      name,
      type: typeIn(definitions, schema),
      ...(name === textOf(object.primaryKeyName) && { primaryKey: true }),
    })),
  ];
}

function typeIn(definitions: Definitions, value: unknown): string {
  const schema = asSchema(value) ?? {};
  if (asSchema(schema.items)) return "array";
  const { type, format } = schema;
  const known = dataTypeOfModel({ type, format }) ?? dataTypeNamed(textOf(type));
  if (known) return known.type;
  return textOf(type) !== "" && Object.hasOwn(definitions, textOf(type)) ? "object" : "string";
}

/** Writes a list in one line, and parses it. */
export const asLine = (value: unknown): string => (Array.isArray(value) ? value.map(String).join(", ") : "");
export const fromLine = (text: string): string[] =>
  text
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean);
