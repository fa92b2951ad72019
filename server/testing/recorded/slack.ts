import type { Recordings } from "./recording.ts";

const general = { id: "C1", name: "general", is_private: false, topic: { value: "All" } };
const ada = { id: "U1", name: "ada", profile: { email: "ada@example.com" } };

export const slack: Recordings = {
  key: "slack",
  configuration: { "oauth.user.token": "xoxb-1" },
  access: { line: "GET /auth.test", refusal: { body: { ok: false, error: "invalid_auth" } } },
  calls: [
    {
      call: "GET /channels?pageSize=1&types=public_channel",
      sends: {
        line: "GET /conversations.list?types=public_channel&limit=1",
        headers: { authorization: "Bearer xoxb-1" },
      },
      reply: { body: { ok: true, channels: [general], response_metadata: { next_cursor: "dGVhbTpDMQ==" } } },
      gives: [general],
      more: true,
    },
    {
      call: "GET /channels?types=public_channel&nextPage={next}",
      sends: { line: "GET /conversations.list?types=public_channel&cursor=dGVhbTpDMQ%3D%3D&limit=1" },
      reply: { body: { ok: true, channels: [], response_metadata: { next_cursor: "" } } },
      gives: [],
      more: false,
    },
    {
      call: "GET /channels/C1/messages?oldest=1700000000",
      sends: { line: "GET /conversations.history?channel=C1&oldest=1700000000&limit=200" },
      reply: {
        body: { ok: true, messages: [{ type: "message", ts: "1700000001.000100", text: "Hi" }], has_more: false },
      },
      gives: [{ type: "message", ts: "1700000001.000100", text: "Hi" }],
      more: false,
    },
    {
      call: "POST /channels/C1/messages",
      body: { text: "Hello" },
      sends: { line: "POST /chat.postMessage", body: { text: "Hello", channel: "C1" } },
      reply: { body: { ok: true, channel: "C1", ts: "1", message: { text: "Hello", ts: "1" } } },
      gives: { text: "Hello", ts: "1" },
    },
    {
      call: "DELETE /channels/C1/messages/1.5",
      sends: { line: "POST /chat.delete", body: { channel: "C1", ts: "1.5" } },
      reply: { body: { ok: true, channel: "C1", ts: "1.5" } },
      gives: { ok: true, channel: "C1", ts: "1.5" },
    },
    {
      call: "GET /users?where=email='ada@example.com'",
      sends: { line: "GET /users.lookupByEmail?email=ada%40example.com" },
      reply: { body: { ok: true, user: ada } },
      gives: [ada],
      more: false,
    },
    {
      call: "GET /users/U1",
      sends: { line: "GET /users.info?user=U1" },
      reply: { body: { ok: true, user: ada } },
      gives: ada,
    },
    {
      call: "GET /channels/C9",
      sends: { line: "GET /conversations.info?channel=C9" },
      reply: { body: { ok: false, error: "channel_not_found" } },
      refused: { kind: "notFound", message: "channel_not_found" },
    },
    {
      call: "POST /channels",
      body: { name: "general" },
      sends: { line: "POST /conversations.create", body: { name: "general" } },
      reply: { body: { ok: false, error: "name_taken" } },
      refused: { kind: "conflict", message: "name_taken" },
    },
  ],
};
