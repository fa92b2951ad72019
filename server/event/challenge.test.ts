import { expect, test } from "vitest";
import { challengeResponse } from "./challenge.ts";

const TEXT = "text/plain; charset=utf-8";
const get = (query: Record<string, unknown>) => ({ method: "GET", query, text: "" });
const post = (body: unknown, query = {}) => ({ method: "POST", query, text: JSON.stringify(body) });

test.each([
  ["Microsoft Graph", { ...post("", { validationToken: "Validation: <b>" }), text: "" }, "Validation: <b>"],
  ["WebSub", get({ "hub.mode": "subscribe", "hub.challenge": "1158201444", "hub.topic": "a" }), "1158201444"],
  ["Dropbox", get({ challenge: "abc" }), "abc"],
])("the challenge of %s is sent back as text", (_, request, body) => {
  expect(challengeResponse(request)).toEqual({ code: 200, body, contentType: TEXT });
});

test.each([
  ["Slack", post({ token: "t", challenge: "3eZb", type: "url_verification" })],
  ["a body with nothing else", post({ challenge: "3eZb" })],
])("the challenge of %s is sent back as JSON", (_, request) => {
  expect(challengeResponse(request)).toEqual({ code: 200, body: { challenge: "3eZb" }, contentType: undefined });
});

test.each([
  ["an event with a field of this name", post({ id: 7, challenge: "A race" })],
  ["an event of Slack", post({ type: "event_callback", challenge: "x", event: {} })],
  ["an event with a parameter of this name", post({ id: 7 }, { challenge: "1" })],
  ["several challenges", get({ challenge: ["a", "b"] })],
  ["an empty challenge", get({ "hub.challenge": "" })],
  ["a challenge that is no text", post({ challenge: { id: 1 } })],
  ["a long value", get({ challenge: "x".repeat(4097) })],
  ["a body that is no JSON", { method: "POST", query: {}, text: "{challenge" }],
  ["a list", post([{ challenge: "a" }])],
  ["nothing", get({})],
])("%s is none", (_, request) => {
  expect(challengeResponse(request)).toBeUndefined();
});
