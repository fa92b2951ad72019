/**
 * The element of workload `hub`: an API key in a header, a mapped path, nulls removed from 10 KB; and files for
 * `stream`.
 */
export const crm = (provider: string) => ({
  name: "Bench CRM",
  key: "benchcrm",
  description: "The CRM of the benchmark",
  hub: "crm",
  authentication: { type: "apiKey" },
  configuration: [{ key: "base.url", name: "Base URL", description: "Where it is", defaultValue: provider }],
  parameters: [{ name: "username", vendorName: "X-Api-Key", type: "configuration", vendorType: "header" }],
  resources: [
    {
      path: "/contacts/{id}",
      method: "GET",
      vendorPath: "/contacts/{contactId}",
      parameters: [{ name: "id", vendorName: "contactId", type: "path", vendorType: "path", required: true }],
    },
    {
      path: "/files/{bytes}",
      method: "GET",
      vendorPath: "/files/{bytes}",
      parameters: [{ name: "bytes", vendorName: "bytes", type: "path", vendorType: "path", required: true }],
    },
    {
      path: "/files",
      method: "POST",
      vendorPath: "/files",
      parameters: [{ name: "body", vendorName: "body", type: "body", vendorType: "body" }],
    },
  ],
});

/** The element of workload `bulk`: one list of many rows, page by page. */
export const rows = (provider: string, count: number) => ({
  name: "Bench rows",
  key: "benchrows",
  description: "The provider of many rows",
  hub: "general",
  authentication: { type: "custom" },
  configuration: [
    { key: "base.url", name: "Base URL", description: "Where it is", defaultValue: provider },
    { key: "pagination.type", name: "Paging", description: "How lists are read", defaultValue: "page" },
    { key: "pagination.max", name: "Page size", description: "Rows of a page", defaultValue: "1000" },
  ],
  resources: [
    {
      path: "/rows",
      method: "GET",
      vendorPath: `/rows/${count}`,
      rootKey: "items",
      maxPageSize: 1000,
      parameters: [
        { name: "page", vendorName: "page", type: "query", vendorType: "query" },
        { name: "pageSize", vendorName: "per_page", type: "query", vendorType: "query" },
      ],
    },
  ],
});

/** The element of workload `pollers`: one list that is polled for changes. */
export const changes = (provider: string) => ({
  name: "Bench changes",
  key: "benchchanges",
  description: "The provider that is polled",
  hub: "general",
  authentication: { type: "custom" },
  configuration: [{ key: "base.url", name: "Base URL", description: "Where it is", defaultValue: provider }],
  resources: [{ path: "/changes", method: "GET", vendorPath: "/changes" }],
});

/** The element of workload `events`: a hook that parses webhooks, and the key that identifies duplicates. */
export const orders = {
  name: "Bench orders",
  key: "benchorders",
  description: "The shop of the benchmark",
  hub: "ecommerce",
  authentication: { type: "custom" },
  hooks: [
    {
      type: "event",
      isLegacy: false,
      body: `done({ events: [{ event_id: events.id, event_type: 'CREATED', event_object_type: 'orders', event_object_id: events.id }] });`,
    },
  ],
};
