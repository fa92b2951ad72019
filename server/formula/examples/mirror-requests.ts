/** Notifies another service over HTTP after each contact that is created through the API. */
export const MIRROR_REQUESTS = {
  name: "Mirror requests",
  description: "Notifies another service when a contact is created through the API.",
  engine: "v3",
  configuration: [
    { key: "crm", name: "CRM", type: "elementInstance", description: "The CRM whose requests are monitored." },
    { key: "url", name: "Address", type: "value", description: "The URL that receives a POST request." },
  ],
  triggers: [
    {
      type: "elementRequest",
      properties: { elementInstanceId: "${config.crm}", method: "POST", api: "/hubs/crm/contacts" },
      onSuccess: ["tell"],
    },
  ],
  steps: [
    {
      name: "tell",
      type: "httpRequest",
      properties: {
        method: "POST",
        url: "${config.url}",
        headers: { "content-type": "application/json" },
        body: { customerId: "1", lines: [{ article: "Welcome letter", quantity: 1, price: 0.5 }] },
      },
    },
  ],
};
