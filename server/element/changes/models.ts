import { isCallable } from "../resource-types/registry.ts";
import { type ChangeRule, type Compared, type Finding, labelOf, ofResource, partsOf } from "./change-rule.ts";
import { isAcceptedSwagger, isReadableSwagger, type SwaggerType } from "./data-types.ts";
import { type ModelField, modelFields } from "./model-fields.ts";

type Fields = ReadonlyMap<string, ModelField>;
type Models = { label: string; before: Fields; after: Fields };

const inEachModel =
  (side: "response" | "request", find: (models: Models) => string[]) =>
  (compared: Compared): Finding[] =>
    partsOf(compared.before.resources, compared.after.resources)
      .both.filter(({ before, after }) => isCallable(before) && isCallable(after))
      .flatMap(({ before, after, at }) => {
        const models = { before: modelFields(before.model, side), after: modelFields(after.model, side) };
        // A resource whose model is gone is described less, and behaves the same.
        if (models.before.size === 0 || models.after.size === 0) return [];
        return find({ ...models, label: labelOf(after) }).map((message) => ({
          path: ["resources", at, "model"],
          message,
          concerns: ofResource(before),
        }));
      });

export const responseFieldRemoved: ChangeRule = {
  rule: "responseFieldRemoved",
  isBreaking: true,
  find: inEachModel("response", ({ label, before, after }) =>
    [...before.keys()]
      .filter((path) => !after.has(path))
      .map((path) => `The response of ${label} no longer has the field "${path}".`),
  ),
};

export const responseFieldTypeChanged: ChangeRule = {
  rule: "responseFieldTypeChanged",
  isBreaking: true,
  find: inEachModel("response", ({ label, before, after }) =>
    changed(before, after)
      // Readers of a field must be able to read its new values.
      .filter(([, from, to]) => !isReadableSwagger(to, from))
      .map(
        ([path, from, to]) =>
          `The field "${path}" of the response of ${label} becomes ${named(to)} instead of ${named(from)}.`,
      ),
  ),
};

export const requestFieldRequired: ChangeRule = {
  rule: "requestFieldRequired",
  isBreaking: true,
  find: inEachModel("request", ({ label, before, after }) =>
    [...after]
      .filter(([path, { isRequired }]) => isRequired && !before.get(path)?.isRequired)
      .map(([path]) => `The field "${path}" of the request of ${label} becomes required.`),
  ),
};

export const requestFieldTypeNarrowed: ChangeRule = {
  rule: "requestFieldTypeNarrowed",
  isBreaking: true,
  find: inEachModel("request", ({ label, before, after }) =>
    changed(before, after)
      .filter(([, from, to]) => !isAcceptedSwagger(from, to))
      .map(
        ([path, from, to]) =>
          `The field "${path}" of the request of ${label} accepts ${named(to)} instead of ${named(from)}.`,
      ),
  ),
};

const changed = (before: Fields, after: Fields) =>
  [...before].flatMap(([path, from]): [string, ModelField, ModelField][] => {
    const to = after.get(path);
    return to && named(to) !== named(from) ? [[path, from, to]] : [];
  });

const named = ({ type, format = type }: SwaggerType): string => format;
