/** Sends a message for each changed contact: an event, a read, a script that builds the body, a send. */
export const CRM_TO_MESSAGES = {
  name: "CRM to Messages",
  description: "When a contact changes in a CRM, reads it and sends a message about it.",
  engine: "v3",
  configuration: [
    { key: "crm", name: "CRM", type: "elementInstance", description: "The CRM whose contacts are monitored." },
    { key: "mail", name: "Mail", type: "elementInstance", description: "The connection that sends the message." },
    { key: "to", name: "Recipient", type: "value", description: "The e-mail address that the message goes to." },
  ],
  triggers: [{ type: "event", properties: { elementInstanceId: "${config.crm}" }, onSuccess: ["isContact"] }],
  steps: [
    {
      name: "isContact",
      type: "filter",
      properties: { body: "done(trigger.event.objectType === 'contacts' && trigger.event.eventType !== 'DELETED');" },
      onSuccess: ["getContact"],
    },
    {
      name: "getContact",
      type: "elementRequest",
      properties: {
        elementInstanceId: "${config.crm}",
        method: "GET",
        api: "/hubs/crm/contacts/${trigger.event.objectId}",
      },
      onSuccess: ["constructBody"],
    },
    {
      name: "constructBody",
      type: "script",
      properties: {
        body: [
          "const { first_name, last_name, email } = steps.getContact.response.body;",
          "const name = `${first_name ?? ''} ${last_name}`.trim();",
          "done({ to: [config.to], subject: `${name} changed`, text: `${name} can be reached at ${email ?? 'no address'}.` });",
        ].join("\n"),
      },
      onSuccess: ["sendEmail"],
    },
    {
      name: "sendEmail",
      type: "elementRequest",
      properties: {
        elementInstanceId: "${config.mail}",
        method: "POST",
        api: "/messages",
        body: "${steps.constructBody}",
      },
    },
  ],
};
