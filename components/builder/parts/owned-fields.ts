/** The fields of an element that have a part of their own; all others belong to the info part. */
export const OWNED_FIELDS: ReadonlySet<string> = new Set([
  "authentication",
  "configuration",
  "parameters",
  "hooks",
  "resources",
  "objects",
  "paginatorVersion",
  "idempotencyKeyHeader",
  "useModelsForMetadata",
  "bulkDownloadEnabled",
  "bulkUploadEnabled",
  "protocolType",
]);

/** Prefixes of the keys of configuration entries with a part of their own. */
export const PROPERTY_ENTRIES =
  /^(base\.url|pagination(\.|$)|filter\.response\.nulls|allow\.select\.fields|default\.select\.)/;
export const EVENT_ENTRIES = /^event\./;
export const AUTHENTICATION_ENTRIES = /^(authentication\.|oauth\.|aws\.|(username|password)$)/;

/** Entries that no other part has. */
export const isOwnEntry = (key: string): boolean =>
  ![PROPERTY_ENTRIES, EVENT_ENTRIES, AUTHENTICATION_ENTRIES].some((others) => others.test(key));
