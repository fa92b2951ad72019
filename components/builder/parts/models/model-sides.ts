import {
  asSchema,
  type Definitions,
  referencesOf,
  type Schema,
} from "#server/element/definition/model-from-samples.ts";
import { PLACES } from "#server/element/parameters/registry.ts";
import { objectNameOf } from "#server/element/resource-path.ts";
import type { ElementDraft } from "../../model/element-draft.ts";
import type { Operation } from "../../model/operations.ts";
import { isRecord, listAt, setAt, textOf, valueAt } from "../../model/paths.ts";

/** The two models of an operation, and where each is in its resource. */
export const SIDES = {
  request: { name: "requestName", definitions: "requestSwagger" },
  response: { name: "name", definitions: "swagger" },
} as const;

export type Side = keyof typeof SIDES;
export const SIDE_NAMES: readonly Side[] = ["request", "response"];

export const definitionsPath = (at: number, side: Side) => ["resources", at, "model", SIDES[side].definitions] as const;

/** The model of one side of an operation: its name and definitions. */
export type OperationModel = { root: string; definitions: Definitions };

export function modelOf(draft: ElementDraft, at: number, side: Side): OperationModel | null {
  const model = valueAt(draft, ["resources", at, "model"]);
  if (!isRecord(model)) return null;
  const definitions = asSchema(model[SIDES[side].definitions]) as Definitions | undefined;
  if (!definitions || Object.keys(definitions).length === 0) return null;
  const name = textOf(model[SIDES[side].name]);
  const root = Object.hasOwn(definitions, name) ? name : (Object.keys(definitions)[0] ?? name);
  return { root, definitions };
}

/** Whether an operation has a body on that side, or a model of it. */
export const hasSide = (draft: ElementDraft, { at, method }: Operation, side: Side): boolean =>
  side === "response" ||
  !["GET", "DELETE"].includes(method) ||
  modelOf(draft, at, side) !== null ||
  bodyParameters(draft, at).length > 0;

/** The name of a new model, such as `contactsPostRequest`; that of the body parameter if it has one. */
export function newModelName(draft: ElementDraft, { at, method, path }: Operation, side: Side): string {
  const named = side === "request" ? textOf(bodyParameters(draft, at)[0]?.parameter.model) : "";
  return named || `${objectNameOf(path) || "model"}${capital(method.toLowerCase())}${capital(side)}`;
}

/** The draft with a model; parameters for the body name the model of the request (spec §2.9). */
export function withModel(draft: ElementDraft, at: number, side: Side, model: OperationModel | null): ElementDraft {
  const { name, definitions } = SIDES[side];
  const place = ["resources", at, "model"];
  const next = setAt(setAt(draft, [...place, name], model?.root), [...place, definitions], model?.definitions);
  if (side !== "request") return next;
  return bodyParameters(next, at).reduce(
    (present, { position }) => setAt(present, ["resources", at, "parameters", position, "model"], model?.root),
    next,
  );
}

const bodyParameters = (draft: ElementDraft, at: number) =>
  listAt(draft, ["resources", at, "parameters"])
    .map((parameter, position) => ({ parameter, position }))
    .filter(
      ({ parameter: { type, source } }) =>
        textOf(source) !== "response" &&
        Object.entries(PLACES).some(([place, { body }]) => place === type && body === "whole"),
    );

/** Definitions under another name, and the references to it; null if the name is empty or taken. */
export function withRenamedModel({ root, definitions }: OperationModel, to: string): OperationModel | null {
  if (to === "" || Object.hasOwn(definitions, to)) return null;
  const renamed = Object.entries(definitions).map(([name, schema]): [string, Schema] => {
    const next = referring(schema, root, to) as Schema;
    return name === root ? [to, { ...next, ...(schema.id === root && { id: to }) }] : [name, next];
  });
  return { root: to, definitions: Object.fromEntries(renamed) };
}

function referring(value: unknown, from: string, to: string): unknown {
  if (Array.isArray(value)) return value.map((item) => referring(item, from, to));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([word, inner]) => {
      if (word === "type" && inner === from) return [word, to];
      if (word === "$ref" && inner === `#/definitions/${from}`) return [word, `#/definitions/${to}`];
      return [word, referring(inner, from, to)];
    }),
  );
}

/** One model of the element: its users, and the definitions that nothing refers to. */
export type ModelUse = { operation: Operation; side: Side; root: string; fields: number; unused: string[] };

/** All models of the element, by operation. */
export function modelsOf(draft: ElementDraft, operations: readonly Operation[]): ModelUse[] {
  return operations.flatMap((operation) =>
    SIDE_NAMES.flatMap((side): ModelUse[] => {
      const model = modelOf(draft, operation.at, side);
      if (!model) return [];
      const { root, definitions } = model;
      const used = reachableFrom(definitions, root);
      const unused = Object.keys(definitions).filter((name) => !used.has(name));
      const fields = [...used].reduce(
        (sum, name) => sum + Object.keys(asSchema(definitions[name]?.properties) ?? {}).length,
        0,
      );
      return [{ operation, side, root, fields, unused }];
    }),
  );
}

function reachableFrom(definitions: Definitions, root: string): Set<string> {
  const found = new Set<string>();
  const waiting = [root];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const definition = Object.hasOwn(definitions, name) ? definitions[name] : undefined;
    if (!definition || found.has(name)) continue;
    found.add(name);
    waiting.push(...referencesOf(definition));
  }
  return found;
}

/** The model without definitions that nothing refers to. */
export function withoutUnused({ root, definitions }: OperationModel): OperationModel {
  const used = reachableFrom(definitions, root);
  return { root, definitions: Object.fromEntries(Object.entries(definitions).filter(([name]) => used.has(name))) };
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
