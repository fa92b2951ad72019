import { describe, expect, test } from "vitest";
import type { HookInvocation } from "../element/ports.ts";
import { elementSchema } from "../element/shape.ts";
import { hooksThat } from "../testing/fake-element-ports.ts";
import { type EventRequest, eventHookOf, runEventHook } from "./event-hook.ts";

const configuration = { "hook.secret": "s3cret-key" };
const elementWith = (body: string) =>
  elementSchema.parse({
    name: "Crm",
    key: "crm",
    description: "",
    authentication: { type: "custom" },
    hooks: [
      { type: "preRequest", body: "done();" },
      { type: "event", body },
    ],
  });

async function hookResult(body: string, call: Partial<EventRequest> = {}) {
  const element = elementWith(body);
  const hook = eventHookOf(element);
  if (!hook) throw new Error("It has one.");
  const calls: HookInvocation[] = [];
  const given = {
    method: "POST",
    path: "/events/crm",
    headers: { "x-a": "1" },
    query: { q: "2" },
    text: "{}",
    payload: {},
  };
  const port = hooksThat(calls);
  const outcome = await runEventHook(
    hook,
    { ...given, ...call },
    {
      element,
      configuration,
      port,
      signal: new AbortController().signal,
    },
  );
  return { outcome, variables: Object.keys(calls[0]?.variables ?? {}) };
}

test("an element without a script for events has no event hook", () => {
  expect(eventHookOf(elementWith(" "))).toBeUndefined();
});

describe("variables of a hook", () => {
  test.each<[string, Partial<EventRequest>, unknown]>([
    ["events.a", { payload: { a: 5 } }, 5],
    ["events.eventHeaders['x-a']", { payload: { a: 5 } }, "1"],
    ["events[1] + events.eventHeaders['x-a']", { payload: [1, 2] }, "21"],
    ["events.body", { payload: "text" }, "text"],
    ["request_body", { text: '{"a": 1}' }, '{"a": 1}'],
    ["request_method + request_parameters.q + request_path", {}, "POST2/events/crm"],
    ["configuration['hook.secret']", {}, "s3cret-key"],
  ])("%s", async (expression, call, value) => {
    expect((await hookResult(`done({ events: [{ read: ${expression} }] });`, call)).outcome.events).toEqual([
      { read: value },
    ]);
  });

  test("passes only variables that the script mentions", async () => {
    expect((await hookResult("done({ events: [] });")).variables).toEqual(["events"]);
  });
});

describe("results of a hook", () => {
  test.each([
    ["done({ events: [] });", { events: [] }],
    ["done();", { events: undefined }],
    ["done({ response_body: 'x' });", { reply: { code: 200, body: "x", contentType: undefined } }],
    ["done({ response_status_code: 204 });", { reply: { code: 204, body: undefined, contentType: undefined } }],
    [
      "done({ response_body: 'x', response_status_code: '202', response_headers: { 'Content-Type': 'text/xml' } });",
      { reply: { code: 202, body: "x", contentType: "text/xml" } },
    ],
    [
      "done({ response_body: 'x', response_status_code: 99 });",
      { reply: { code: 200, body: "x", contentType: undefined } },
    ],
  ])("%s", async (body, expected) => expect((await hookResult(body)).outcome).toMatchObject(expected));

  test.each([
    ["done({ response_error: 'No.' });", { kind: "badRequest", message: "No." }],
    ["done({ response_error: 'No.', response_status_code: 401 });", { kind: "unauthorized", message: "No." }],
    ["throw new Error('broken by ' + configuration['hook.secret']);", { kind: "serverError" }],
  ])("%s is a refusal", async (body, failure) => expect(hookResult(body)).rejects.toMatchObject(failure));

  test("a refusal never repeats a secret", async () => {
    const refused = hookResult("done({ response_error: 'It is ' + configuration['hook.secret'] });");
    await expect(refused).rejects.toThrow("It is ********");
  });
});
