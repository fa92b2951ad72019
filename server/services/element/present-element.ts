import { ofExtension } from "#server/element/definition/identify-parts.ts";
import {
  type Identified,
  type PreparedElement,
  type PreparedExtension,
  type PreparedObject,
  type PreparedResource,
  withExtension,
} from "#server/element/definition/prepared.ts";
import { isoSeconds } from "#server/iso-date.ts";
import type { ElementRecord } from "#server/store/element/elements.ts";

/** An element as the API shows it, with the additions of the caller's account. */
export function presentElement(record: ElementRecord) {
  const { partCount: _, ...whole } = wholeOf(record);
  return {
    ...whole,
    ...factsOf(record),
    configuration: whole.configuration,
    parameters: presentParts(record, whole.parameters),
    hooks: presentParts(record, whole.hooks),
    resources: whole.resources.map((resource) => presentResource(record, resource)),
    objects: whole.objects.map((object) => presentObject(record, object)),
  };
}

/** A row of a list, without the large fields of an element. */
export function presentLight(record: ElementRecord) {
  const {
    partCount: _,
    configuration: __,
    parameters: ___,
    hooks: ____,
    resources: _____,
    objects: ______,
    ...light
  } = record.definition;
  return { ...light, ...factsOf(record) };
}

/** The complete element as the caller's account sees it. */
export const wholeOf = ({ definition, extension }: Pick<ElementRecord, "definition" | "extension">): PreparedElement =>
  withExtension(definition, extension?.definition ?? null);

/** Facts derived from the definition of an element; clients branch on them. */
export function factsOf({ id, accountId, isCatalog, createdAt, updatedAt, definition, extension }: ElementRecord) {
  const extended = isExtended(extension?.definition);
  return {
    id,
    private: !isCatalog,
    extended,
    actuallyExtended: extended,
    deleted: false,
    typeOauth: definition.authentication.type.startsWith("oauth"),
    ownerAccountId: accountId,
    createdDate: isoSeconds(createdAt),
    updatedDate: isoSeconds(updatedAt),
  };
}

const isExtended = (extension: PreparedExtension | undefined): boolean =>
  extension !== undefined && extension.resources.length + extension.objects.length + extension.fields.length > 0;

/** A resource with its owner: 1 is the system (spec §2.9). */
export function presentResource(record: ElementRecord, resource: PreparedResource) {
  const inResource = <Part extends object>(part: Part) => ({ ...part, resourceId: resource.id });
  return {
    ...owned(record, resource),
    parameters: resource.parameters.map(inResource),
    hooks: resource.hooks.map(inResource),
  };
}

export const presentObject = (record: ElementRecord, object: PreparedObject) => ({
  ...owned(record, object),
  fields: object.fields.map((field) => presentField(record, object.id, field)),
});

export const presentField = <Field extends Identified<object>>(
  record: ElementRecord,
  objectId: number,
  field: Field,
) => ({
  ...owned(record, field),
  objectId,
});

export const presentParts = <Part extends object>({ id }: ElementRecord, parts: readonly Part[]) =>
  parts.map((part) => ({ ...part, elementId: id }));

const owned = <Part extends Identified<object>>({ id, accountId, extension }: ElementRecord, part: Part) => ({
  ...part,
  elementId: id,
  ownerAccountId: extension && ofExtension(part.id) ? extension.accountId : accountId,
});
