import { typesOf } from "../../registry.ts";
import { TYPE_KEY } from "../auth/registry.ts";
import { isRecord } from "../bare-record.ts";
import { EVENT_KINDS, type EventSource } from "../event-kinds/registry.ts";
import { pagingTraitsOf } from "../pagination/traits.ts";
import { isDocumented } from "../resource-types/registry.ts";
import type { PreparedElement } from "./prepared.ts";

/** Facts about an element before it is used, derived from its definition. */
export function elementMetadata(element: PreparedElement) {
  const { name, key, description, hub, active, configuration, authentication } = element;
  const words = recordOf(element.elementMetadata);
  const chosen = configuration.find((entry) => entry.key === TYPE_KEY)?.defaultValue;
  return {
    ...{ name, key, description, hub, active },
    beta: element.beta === true,
    defaultAuthentication: chosen || authentication.type,
    displayOrder: typeof words.displayOrder === "number" ? words.displayOrder : 0,
    events: supportedEvents(element),
  };
}

/** Fields that `expand=true` adds: the author's, or else derived from the definition. */
export function furtherMetadata(element: PreparedElement) {
  const { authentication, cloneable, resources, configuration } = element;
  const documented = resources.filter(isDocumented);
  const isPaged = configuration.some(({ key, defaultValue }) => key === "pagination.type" && defaultValue);
  return {
    ...{ api: {}, image: element.image ?? "", elementType: element.protocolType ?? "http" },
    transformations: { supported: element.transformationsEnabled !== false },
    normalizedPaging: isPaged || documented.some((resource) => pagingTraitsOf(element, resource).hasPosition),
    discovery: { supported: element.useModelsForMetadata === true },
    bulk: { download: element.bulkDownloadEnabled === true, upload: element.bulkUploadEnabled === true },
    ...recordOf(element.elementMetadata),
    ...{ cloneable, authenticationType: authentication.type },
    resources: documented.map(({ id, method, path, description }) => ({ id, method, path, description })),
  };
}

type WithEvents = {
  configuration: readonly { key: string; defaultValue?: string | undefined }[];
  elementMetadata?: unknown;
};

type SupportedEvents = { supported: boolean; methods: EventSource[] } & Record<EventSource, Record<string, unknown>>;

/** The supported events, by `event.vendor.type` and `event.metadata` (spec §2.7), and by the author's metadata. */
export function supportedEvents({ configuration, elementMetadata }: WithEvents): SupportedEvents {
  const { eventTypes } = recordOf(elementMetadata);
  const resources: readonly unknown[] = Array.isArray(eventTypes) ? eventTypes : [];
  const defaultOf = (key: string) => configuration.find((entry) => entry.key === key)?.defaultValue ?? "";
  const about = readJson(defaultOf("event.metadata"));
  const type = defaultOf("event.vendor.type");
  const methods = typesOf(EVENT_KINDS).filter(
    (method) => about[method] !== undefined || type === method || resources.includes(method),
  );
  const ofKinds = Object.values(EVENT_KINDS).map((kind) => [kind.type, kind.metadata(recordOf(about[kind.type]))]);
  // One entry for each kind.
  return { supported: methods.length > 0, methods, ...Object.fromEntries(ofKinds) } as SupportedEvents;
}

const recordOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});

function readJson(text: string): Record<string, unknown> {
  try {
    return recordOf(JSON.parse(text || "{}"));
  } catch {
    return {};
  }
}
