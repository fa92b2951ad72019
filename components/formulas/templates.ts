import type { Messages } from "next-intl";
import { MOVE_FILES } from "#server/formula/examples/move-files.ts";
import { STALE_DEALS } from "#server/formula/examples/stale-deals.ts";
import { SYNC_CONTACTS } from "#server/formula/examples/sync-contacts.ts";

type Template = { key: keyof Messages["formulas"]["templates"]; formula: { name: string } & Record<string, unknown> };

/** Formula templates. Each runs unchanged with the demo connections. */
export const TEMPLATES: Template[] = [
  {
    key: "crm-to-messages",
    formula: {
      name: "CRM to messages",
      description: "Reads contacts of a CRM and sends one message with their names.",
      engine: "v3",
      configuration: [
        { key: "crm", name: "CRM", type: "elementInstance", description: "The CRM to read contacts from." },
        { key: "mail", name: "Mail", type: "elementInstance", description: "The connection that sends the message." },
        { key: "to", name: "Recipient", type: "value", description: "The e-mail address that the message goes to." },
      ],
      triggers: [{ type: "manual", properties: {}, onSuccess: ["getContacts"] }],
      steps: [
        {
          name: "getContacts",
          type: "elementRequest",
          properties: {
            elementInstanceId: "${config.crm}",
            method: "GET",
            api: "/hubs/crm/contacts",
            query: { pageSize: 5 },
          },
          onSuccess: ["writeMessage"],
        },
        {
          name: "writeMessage",
          type: "script",
          properties: {
            body: [
              "const contacts = steps.getContacts.response.body;",
              "const lines = contacts.map(({ first_name, last_name, email }) => `${first_name} ${last_name} <${email}>`);",
              'done({ to: [config.to], subject: `Contacts: ${contacts.length}`, text: lines.join("\\n") });',
            ].join("\n"),
          },
          onSuccess: ["sendMessage"],
        },
        {
          name: "sendMessage",
          type: "elementRequest",
          properties: {
            elementInstanceId: "${config.mail}",
            method: "POST",
            api: "/messages",
            body: "${steps.writeMessage}",
          },
        },
      ],
    },
  },
  {
    key: "contact-check",
    formula: {
      name: "Contacts without e-mail",
      description: "Goes through contacts one by one; shows a loop and a filter.",
      engine: "v3",
      configuration: [
        { key: "crm", name: "CRM", type: "elementInstance", description: "The CRM whose contacts are checked." },
      ],
      triggers: [{ type: "manual", properties: {}, onSuccess: ["getContacts"] }],
      steps: [
        {
          name: "getContacts",
          type: "elementRequest",
          properties: {
            elementInstanceId: "${config.crm}",
            method: "GET",
            api: "/hubs/crm/contacts",
            query: { pageSize: 10 },
          },
          onSuccess: ["eachContact"],
        },
        {
          name: "eachContact",
          type: "loop",
          properties: { list: "steps.getContacts.response.body" },
          onSuccess: ["hasNoEmail"],
          onFailure: ["report"],
        },
        {
          name: "hasNoEmail",
          type: "filter",
          properties: { body: "done(!steps.eachContact.entry.email);" },
          onSuccess: ["note"],
          onFailure: ["eachContact"],
        },
        {
          name: "note",
          type: "script",
          properties: {
            body: "const { first_name, last_name } = steps.eachContact.entry;\ndone({ missing: `${first_name} ${last_name}` });",
          },
          onSuccess: ["eachContact"],
        },
        {
          name: "report",
          type: "script",
          properties: { body: "done({ checked: steps.getContacts.response.body.length });" },
        },
      ],
    },
  },
  {
    key: "sync-contacts",
    formula: SYNC_CONTACTS,
  },
  {
    key: "stale-deals",
    formula: STALE_DEALS,
  },
  {
    key: "move-files",
    formula: MOVE_FILES,
  },
];
