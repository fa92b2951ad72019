import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { HOOK_FIELDS } from "#server/event/hook-fields.ts";
import { anEventApi, withHook } from "#server/testing/event-api.ts";

const PAGE = readFileSync("docs/events.md", "utf8");
const [, EXAMPLE = ""] = /```js event-hook\n(.*?)```/s.exec(PAGE) ?? [];
const SECRET = { key: "webhook.secret", name: "Secret", description: "Signs webhooks", type: "PASSWORD" };
const BODY =
  '{ "changes": [{ "type": "updated", "id": 17, "changedAt": "2026-01-02T03:04:05Z", "deliveryId": "d-1" }] }';

const { aConnection, callApi, readEvent, webhook } = anEventApi();
const sign = (text: string, secret: string) => `sha256=${createHmac("sha256", secret).update(text).digest("hex")}`;

test("the documented hook reads webhooks with the right signature, and refuses others", async () => {
  const element = { ...withHook(EXAMPLE), configuration: [{ ...SECRET, required: false }] };
  const { key, id } = await aConnection(element, { "webhook.secret": "s3cret-key" });
  const send = (to: string, signature: string) => webhook(to, BODY, { headers: { "x-signature": signature } });
  const accepted = await send(`${key}/${id}`, sign(BODY, "s3cret-key"));
  expect([accepted.status, (await readEvent(id, accepted.body.eventId)).notifiedData]).toEqual([
    200,
    [{ elementKey: key, eventType: "UPDATED", objectId: "17", objectType: "contacts", date: "2026-01-02T03:04:05Z" }],
  ]);
  const refusal = { status: 401, body: { message: "The signature of the webhook is wrong." } };
  expect(await send(`${key}/${id}`, sign(BODY, "another key"))).toMatchObject(refusal);
  expect(await webhook(`${key}/${id}`, BODY)).toMatchObject(refusal);
  expect((await callApi(`/instances/${id}/events`)).body).toHaveLength(1);

  const unset = await aConnection(element);
  for (const guess of ["", "undefined", "null"])
    expect(await send(`${unset.key}/${unset.id}`, sign(BODY, guess))).toMatchObject(refusal);
});

test.each([...Object.keys(HOOK_FIELDS), "events.eventHeaders", "request_body", "response_error"])(
  "the page describes %s",
  (name) => expect(PAGE).toContain(`\`${name}\``),
);
