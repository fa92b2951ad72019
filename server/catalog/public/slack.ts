import type { CatalogElement } from "../definition.ts";
import { flag, group, text, whole } from "../fields.ts";
import { type Kind, objectOf, received } from "../kind.ts";
import {
  configured,
  cursors,
  endpoint,
  parameter,
  postRequest,
  preRequest,
  provesAccess,
  whereByHook,
} from "../parts.ts";

const channel: Kind = {
  one: "channel",
  many: "channels",
  vendorName: "conversations",
  id: "id",
  fields: {
    id: text("Id of the channel"),
    name: text("Name"),
    is_private: flag("Whether it is private"),
    is_archived: flag("Whether it is archived"),
    is_member: flag("Whether the app is in it"),
    num_members: whole("How many people are in it"),
    created: whole("When it was made, in seconds since 1970"),
    topic: group("Topic", { value: text("Topic") }),
    purpose: group("Purpose", { value: text("Purpose") }),
  },
};

const message: Kind = {
  one: "message",
  many: "messages",
  id: "ts",
  fields: {
    ts: text("Time of the message, which is its id in the channel"),
    type: text("message"),
    user: text("Id of the user"),
    text: text("What was said"),
    thread_ts: text("Time of the message that began the thread"),
  },
};

const user: Kind = {
  one: "user",
  many: "users",
  id: "id",
  search: ["email"],
  fields: {
    id: text("Id of the user"),
    name: text("User name"),
    real_name: text("Name"),
    deleted: flag("Whether the user was switched off"),
    is_bot: flag("Whether it is a bot"),
    tz: text("Time zone"),
    profile: group("Profile", {
      email: text("E-mail address"),
      display_name: text("Name that is shown"),
      title: text("Job title"),
    }),
  },
};

const messagePost = {
  name: "messagePost",
  properties: {
    text: text("What to say, in Slack's Markdown"),
    thread_ts: text("Time of the message to answer in a thread"),
    unfurl_links: flag("Whether links are previewed"),
  },
  required: ["text"],
};
const channelPost = {
  name: "channelPost",
  properties: { name: text("Name, in lower case without spaces"), is_private: flag("Whether it is private") },
  required: ["name"],
};

/** Refusals have status 200 and `ok: false`. */
const refusals = postRequest(`
const failed = response_body && response_body.ok === false && !response_iserror;
const error = failed ? String(response_body.error) : '';
const status = /^(invalid_auth|not_authed|account_inactive|token_expired|token_revoked)$/.test(error) ? 401
  : /missing_scope|not_allowed|restricted|not_in_channel/.test(error) ? 403
  : /_not_found$/.test(error) ? 404
  : /_taken$/.test(error) ? 409
  : error === 'ratelimited' ? 429
  : 400;
done(failed ? { response_status_code: status, response_error: 'Slack refused the call: ' + error } : {});
`);

/** Looking up one user by e-mail address is a different operation than the list. */
const byEmail = preRequest(`
const [term] = request_expression || [];
done(term ? {
  request_vendor_path: '/users.lookupByEmail',
  request_vendor_parameters: { email: term.value, cursor: null, limit: null },
} : {});
`);
const asList = postRequest(
  "done(response_body && response_body.user ? { response_body: { members: [response_body.user] } } : {});",
);

const names = { id: "The id of the channel" };
const inBody = parameter("path", "id", "bodyField", "channel", names.id, { required: true });
const inQuery = parameter("path", "id", "query", "channel", names.id, { required: true });
const nextPageKey = "response_metadata.next_cursor";

export const slack: CatalogElement = {
  key: "slack",
  name: "Slack",
  hub: "collaboration",
  description: "Channels, messages and users of a Slack workspace.",
  authentication: { type: "oauth2" },
  elementMetadata: { api: { type: "rest", version: "web", vendorDocumentationUrl: "https://api.slack.com/methods" } },
  configuration: configured("oauth2", {
    "base.url": "https://slack.com/api",
    "pagination.type": "cursor",
    "pagination.max": "200",
    "oauth.authorization.url": "https://slack.com/oauth/v2/authorize",
    "oauth.token.url": "https://slack.com/api/oauth.v2.access",
    "oauth.token.refresh_url": "https://slack.com/api/oauth.v2.access",
    "oauth.scope":
      "channels:read,channels:history,channels:manage,groups:read,groups:history,chat:write,users:read,users:read.email",
  }),
  hooks: [refusals],
  resources: [
    provesAccess("GET /auth.test"),
    endpoint("GET /channels", "GET /conversations.list", "List channels", {
      rootKey: "channels",
      nextPageKey,
      parameters: [
        parameter(
          "query",
          "types",
          "query",
          "types",
          "public_channel, private_channel, im or mpim, separated by commas",
        ),
        parameter("query", "excludeArchived", "query", "exclude_archived", "Whether archived channels are left out", {
          dataType: "boolean",
        }),
        ...cursors("cursor", "limit"),
      ],
      lists: received(channel),
    }),
    endpoint("POST /channels", "POST /conversations.create", "Create a channel", {
      rootKey: "channel",
      takes: channelPost,
      returns: received(channel),
    }),
    endpoint("GET /channels/{id}", "GET /conversations.info", "Read a channel", {
      rootKey: "channel",
      parameters: [inQuery],
      returns: received(channel),
    }),
    endpoint(
      "GET /channels/{id}/messages",
      "GET /conversations.history",
      "List the messages of a channel, newest first",
      {
        rootKey: "messages",
        nextPageKey,
        parameters: [
          inQuery,
          parameter("query", "oldest", "query", "oldest", "Only messages after this time, in seconds since 1970"),
          parameter("query", "latest", "query", "latest", "Only messages before this time, in seconds since 1970"),
          ...cursors("cursor", "limit"),
        ],
        lists: received(message),
      },
    ),
    endpoint("POST /channels/{id}/messages", "POST /chat.postMessage", "Say something in a channel", {
      rootKey: "message",
      parameters: [inBody],
      takes: messagePost,
      returns: received(message),
    }),
    endpoint("PATCH /channels/{id}/messages/{ts}", "POST /chat.update", "Change a message", {
      parameters: [inBody, parameter("path", "ts", "bodyField", "ts", "The time of the message", { required: true })],
      takes: { ...messagePost, name: "messagePatch" },
      returns: received(message),
    }),
    endpoint("DELETE /channels/{id}/messages/{ts}", "POST /chat.delete", "Delete a message", {
      parameters: [inBody, parameter("path", "ts", "bodyField", "ts", "The time of the message", { required: true })],
    }),
    endpoint("GET /channels/{id}/members", "GET /conversations.members", "List the ids of a channel's members", {
      rootKey: "members",
      nextPageKey,
      parameters: [inQuery, ...cursors("cursor", "limit")],
    }),
    endpoint("GET /users", "GET /users.list", "List users; where=email='…' finds one by e-mail", {
      rootKey: "members",
      nextPageKey,
      parameters: [whereByHook("email"), ...cursors("cursor", "limit")],
      hooks: [byEmail, asList],
      lists: received(user),
    }),
    endpoint("GET /users/{id}", "GET /users.info", "Read a user", {
      rootKey: "user",
      parameters: [parameter("path", "id", "query", "user", "The id of the user", { required: true })],
      returns: received(user),
    }),
  ],
  objects: [channel, message, user].map(objectOf),
};
