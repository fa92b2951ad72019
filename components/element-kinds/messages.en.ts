import { AUTH_TYPES } from "#server/element/auth/registry.ts";
import { CONFIGURATION_TYPES } from "#server/element/configuration-types/registry.ts";
import { CONVERTERS } from "#server/element/converters/registry.ts";
import { DATA_TYPES } from "#server/element/data-types/registry.ts";
import { EVENT_KINDS } from "#server/element/event-kinds/registry.ts";
import { HOOK_TYPES } from "#server/element/hooks/registry.ts";
import { PAGING_SUPPORT } from "#server/element/pagination/paging-support.ts";
import { PAGINATION_TYPES } from "#server/element/pagination/registry.ts";
import { PLACES } from "#server/element/parameters/registry.ts";
import { RESOURCE_TYPES } from "#server/element/resource-types/registry.ts";
import { STAGES } from "#server/element/resource-types/stages.ts";
import { quoted } from "../definitions/quoted.ts";

type Described = Readonly<Record<string, { label?: string; summary: string; phrase?: string }>>;

const KINDS: Readonly<Record<string, Described>> = {
  authentication: AUTH_TYPES,
  place: PLACES,
  dataType: DATA_TYPES,
  converter: CONVERTERS,
  eventKind: EVENT_KINDS,
  resourceType: RESOURCE_TYPES,
  stage: STAGES,
  pagination: PAGINATION_TYPES,
  pagingSupport: PAGING_SUPPORT,
  configurationType: CONFIGURATION_TYPES,
  hook: HOOK_TYPES,
};

/** Names and descriptions of the kinds of things in an element. English texts are only in their definitions. */
const messages: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(KINDS).flatMap(([kind, types]) =>
    Object.entries(types).flatMap(([type, { label, summary, phrase }]) => [
      [`${kind}/${type}/label`, quoted(label ?? type)],
      [`${kind}/${type}/summary`, quoted(summary)],
      ...(phrase === undefined ? [] : [[`${kind}/${type}/phrase`, phrase]]),
    ]),
  ),
);
export default messages;
