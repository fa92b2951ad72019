import { dataTypeNamed } from "#server/element/data-types/registry.ts";
import type { Schema } from "#server/element/definition/model-from-samples.ts";
import { type BodyField, modelFields } from "../../operation-forms/body-fields.ts";
import type { ElementDraft } from "../model/element-draft.ts";
import { listAt, textOf } from "../model/paths.ts";
import { modelOf } from "../parts/models/model-sides.ts";

/**
 * The fields of the body of an operation: those of its request model, else those that its parameters take from the body.
 * Required ones come first. Undefined if neither says anything, or the body is a list.
 */
export function bodyFieldsOf(draft: ElementDraft, at: number): BodyField[] | undefined {
  const model = modelOf(draft, at, "request");
  const known = model && modelFields(model.definitions, model.root);
  if (known) return known;
  const parameters = listAt(draft, ["resources", at, "parameters"]).filter(
    ({ type, name, source }) => type === "bodyField" && source !== "response" && /^[\w$-]+$/.test(textOf(name)),
  );
  if (parameters.length === 0) return undefined;
  const properties = parameters.map(({ name, dataType, description }): [string, Schema] => [
    textOf(name),
    { ...(dataTypeNamed(textOf(dataType))?.swagger ?? { type: "string" }), description: textOf(description) },
  ]);
  const required = parameters.flatMap((parameter) => (parameter.required === true ? [textOf(parameter.name)] : []));
  return modelFields({ body: { properties: Object.fromEntries(properties), required } }, "body");
}
