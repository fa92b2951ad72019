import type { CatalogElement } from "../definition.ts";
import { dateTime, group, groups, text, whole } from "../fields.ts";
import { type Kind, objectOf, received, sent } from "../kind.ts";
import {
  configurationEntry,
  configured,
  endpoint,
  pages,
  parameter,
  preRequest,
  provesAccess,
  where,
} from "../parts.ts";

const list: Kind = {
  one: "list",
  many: "lists",
  id: "id",
  created: "date_created",
  dateFormat: "yyyy-MM-dd'T'HH:mm:ssXXX",
  search: ["email", "since_date_created"],
  fields: {
    id: text("Id of the audience"),
    name: text("Name"),
    permission_reminder: text("Why people get mail"),
    stats: group("Statistics", {
      member_count: whole("How many are subscribed"),
      unsubscribe_count: whole("How many left"),
    }),
    date_created: dateTime("When it was made"),
  },
};

const contact: Kind = {
  one: "contact",
  many: "contacts",
  vendorName: "members",
  id: "id",
  updated: "last_changed",
  dateFormat: "yyyy-MM-dd'T'HH:mm:ssXXX",
  search: ["status", "since_last_changed", "since_timestamp_opt"],
  required: ["email_address", "status"],
  readOnly: ["list_id", "member_rating", "timestamp_opt"],
  fields: {
    id: text("Hash of the e-mail address, which is its id"),
    email_address: text("E-mail address"),
    status: text("subscribed, unsubscribed, cleaned, pending or transactional"),
    merge_fields: group("Fields of the audience", {
      FNAME: text("Given name"),
      LNAME: text("Family name"),
      PHONE: text("Phone number"),
    }),
    tags: groups("Tags", { id: whole("Id"), name: text("Name") }),
    language: text("Language, two letters"),
    vip: text("Whether it is a VIP"),
    member_rating: whole("From 1 to 5"),
    list_id: text("Id of the audience"),
    timestamp_opt: dateTime("When the subscription was confirmed"),
    last_changed: dateTime("When it was last changed"),
  },
};

const campaign: Kind = {
  one: "campaign",
  many: "campaigns",
  id: "id",
  created: "create_time",
  dateFormat: "yyyy-MM-dd'T'HH:mm:ssXXX",
  search: ["status", "type", "list_id", "since_send_time", "since_create_time"],
  required: ["type"],
  readOnly: ["status", "emails_sent", "send_time"],
  fields: {
    id: text("Id of the campaign"),
    type: text("regular, plaintext, absplit, rss or variate"),
    status: text("save, paused, schedule, sending or sent"),
    recipients: group("Who gets it", { list_id: text("Id of the audience") }),
    settings: group("Settings", {
      subject_line: text("Subject"),
      title: text("Title"),
      from_name: text("Sender"),
      reply_to: text("Where answers go"),
    }),
    emails_sent: whole("How many were sent"),
    create_time: dateTime("When it was made"),
    send_time: dateTime("When it was sent"),
  },
};

/** Contacts are identified by the MD5 of their e-mail address; the address itself is accepted as well. */
const hashed = preRequest(`
const parts = request_vendor_path.split('/');
const last = decodeURIComponent(parts.pop());
done(last.includes('@') ? { request_vendor_path: parts.concat(CE.md5(last.toLowerCase())).join('/') } : {});
`);

const paging = pages("offset", "count");
const inList = { listId: "The id of the audience" };
const inListId = { ...inList, id: "The id of the contact, or the e-mail address" };

export const mailchimp: CatalogElement = {
  key: "mailchimp",
  name: "Mailchimp",
  hub: "marketing",
  description: "Audiences, their contacts, and campaigns of Mailchimp.",
  authentication: { type: "basic" },
  elementMetadata: {
    api: { type: "rest", version: "3.0", vendorDocumentationUrl: "https://mailchimp.com/developer/marketing/api/" },
  },
  configuration: configured(
    "basic",
    {
      "base.url": "https://{server.prefix}.api.mailchimp.com/3.0",
      "pagination.type": "offset",
      "pagination.max": "1000",
    },
    [
      configurationEntry("server.prefix", "Server prefix", "The end of your API key, such as us19"),
      configurationEntry("username", "User name", "Any name; Mailchimp looks at the key alone", {
        defaultValue: "formulary",
        hideFromConsole: true,
      }),
      configurationEntry("password", "API key", "An API key of your Mailchimp account", { type: "PASSWORD" }),
    ],
  ),
  resources: [
    provesAccess("GET /ping"),
    endpoint("GET /lists", "GET /lists", "List audiences", {
      rootKey: "lists",
      parameters: [where((list.search ?? []).join(", ")), ...paging],
      lists: received(list),
    }),
    endpoint("GET /lists/{id}", "GET /lists/{id}", "Read an audience", {
      names: { id: "The id of the audience" },
      returns: received(list),
    }),
    endpoint("GET /lists/{listId}/contacts", "GET /lists/{listId}/members", "List the contacts of an audience", {
      rootKey: "members",
      names: inList,
      parameters: [where((contact.search ?? []).join(", ")), ...paging],
      lists: received(contact),
    }),
    endpoint("POST /lists/{listId}/contacts", "POST /lists/{listId}/members", "Add a contact to an audience", {
      names: inList,
      takes: sent(contact),
      returns: received(contact),
    }),
    endpoint("GET /lists/{listId}/contacts/{id}", "GET /lists/{listId}/members/{id}", "Read a contact", {
      names: inListId,
      hooks: [hashed],
      returns: received(contact),
    }),
    endpoint("PATCH /lists/{listId}/contacts/{id}", "PATCH /lists/{listId}/members/{id}", "Update a contact", {
      names: inListId,
      hooks: [hashed],
      takes: { ...sent(contact, "contactPatch"), required: [] },
      returns: received(contact),
    }),
    endpoint("DELETE /lists/{listId}/contacts/{id}", "DELETE /lists/{listId}/members/{id}", "Archive a contact", {
      names: inListId,
      hooks: [hashed],
    }),
    endpoint("GET /campaigns", "GET /campaigns", "List campaigns", {
      rootKey: "campaigns",
      parameters: [where((campaign.search ?? []).join(", ")), ...paging],
      lists: received(campaign),
    }),
    endpoint("POST /campaigns", "POST /campaigns", "Create a campaign", {
      takes: sent(campaign),
      returns: received(campaign),
    }),
    endpoint("GET /campaigns/{id}", "GET /campaigns/{id}", "Read a campaign", {
      names: { id: "The id of the campaign" },
      returns: received(campaign),
    }),
    endpoint("POST /campaigns/{id}/send", "POST /campaigns/{id}/actions/send", "Send a campaign", {
      parameters: [parameter("path", "id", "path", "id", "The id of the campaign", { required: true })],
    }),
  ],
  objects: [list, contact, campaign].map(objectOf),
};
