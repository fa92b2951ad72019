/** The element of workload `hub`: an API key in a header, a path mapped, nulls taken out of 10 KB. */
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
  ],
});
