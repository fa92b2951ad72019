import type { CatalogElement } from "../definition.ts";
import { dateTime, flag, group, text, texts } from "../fields.ts";
import { crud, type Kind, objectOf, polling, sent } from "../kind.ts";
import { configured, orderBy, pages, provesAccess, where } from "../parts.ts";
import { PROVIDER_URL } from "./provider-url.ts";

const message: Kind = {
  one: "message",
  many: "messages",
  id: "id",
  updated: "receivedAt",
  search: ["folder", "from.address", "subject"],
  required: ["to", "subject"],
  readOnly: ["from"],
  fields: {
    id: text("Id of the message"),
    folder: text("inbox, archive or sent"),
    from: group("Who sent it", { name: text("Name"), address: text("E-mail address") }),
    to: texts("E-mail addresses it goes to"),
    subject: text("Subject"),
    text: text("What it says, as plain text"),
    html: text("What it says, as HTML"),
    isRead: flag("Whether it was read"),
    receivedAt: dateTime("When it was received or sent"),
  },
};

const { to, subject, text: plain, html } = message.fields;

const messages = crud(message, {
  providerPath: "/messages",
  list: {
    rootKey: "messages",
    parameters: [
      where("folder, from.address, subject, since"),
      ...pages("offset", "limit"),
      orderBy("sort", "A field to sort by, and desc for the other way round"),
    ],
  },
  create: {
    description: "Send a message",
    takes: {
      ...sent(message),
      properties: {
        ...(to && { to }),
        ...(subject && { subject }),
        ...(plain && { text: plain }),
        ...(html && { html }),
      },
    },
  },
}).map((resource) => (resource.method === "POST" ? { ...resource, vendorPath: "/messages/send" } : resource));

export const demomail: CatalogElement = {
  key: "demomail",
  name: "Courier (demo)",
  hub: "general",
  description: "Mail for trying out the product: read, send and sort messages, with a user name and a password.",
  authentication: { type: "basic" },
  configuration: configured("basic", {
    "base.url": `${PROVIDER_URL}/mail`,
    "pagination.type": "offset",
    "pagination.max": "200",
    ...polling("general", "since", [message]),
  }),
  resources: [provesAccess("GET /messages?limit=1"), ...messages],
  objects: [objectOf(message)],
};
