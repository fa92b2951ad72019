/**
 * Copies a contact from one CRM to another: looks it up by e-mail address, creates it if missing, retries later after a
 * failure.
 */
export const SYNC_CONTACTS = {
  name: "Sync new contact",
  description: "When a contact is created in one CRM, creates it in the other CRM unless it exists there.",
  engine: "v3",
  configuration: [
    { key: "source", name: "From", type: "elementInstance", description: "The CRM in which contacts are created." },
    { key: "target", name: "To", type: "elementInstance", description: "The CRM that receives the contacts." },
  ],
  triggers: [{ type: "event", properties: { elementInstanceId: "${config.source}" }, onSuccess: ["getContact"] }],
  steps: [
    {
      name: "getContact",
      type: "elementRequest",
      properties: {
        elementInstanceId: "${config.source}",
        method: "GET",
        api: "/hubs/crm/contacts/${trigger.event.objectId}",
      },
      onSuccess: ["mapContact"],
    },
    {
      name: "mapContact",
      type: "script",
      properties: {
        body: [
          "const { first_name, last_name, email, phone, title } = steps.getContact.response.body;",
          "done({",
          "  where: `email='${email}'`,",
          "  contact: { first_name, last_name, email, phone, title },",
          "});",
        ].join("\n"),
      },
      onSuccess: ["findContact"],
    },
    {
      name: "findContact",
      type: "elementRequest",
      properties: {
        elementInstanceId: "${config.target}",
        method: "GET",
        api: "/hubs/crm/contacts",
        query: { where: "${steps.mapContact.where}" },
      },
      onSuccess: ["isNew"],
    },
    {
      name: "isNew",
      type: "filter",
      properties: { body: "done(steps.findContact.response.body.length === 0);" },
      onSuccess: ["createContact"],
    },
    {
      name: "createContact",
      type: "elementRequest",
      properties: {
        elementInstanceId: "${config.target}",
        method: "POST",
        api: "/hubs/crm/contacts",
        body: "${steps.mapContact.contact}",
      },
      onFailure: ["tryAgainLater"],
    },
    { name: "tryAgainLater", type: "retryFormulaExecution", properties: { retryAttempts: 3 } },
  ],
};
