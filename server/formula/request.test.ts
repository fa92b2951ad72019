import { describe, expect, test, vi } from "vitest";
import { Failure } from "#server/errors.ts";
import { type Reply, responding, runStep } from "#server/testing/fake-formula-ports.ts";
import { elementRequest } from "./steps/element-request.ts";
import { httpRequest } from "./steps/http-request.ts";
import type { StepOutcome } from "./walk-state.ts";

const slept = () => vi.fn(async (_ms: number) => {});

const call = (properties: Record<string, unknown>, codes: Reply[] = [200], sleep = slept()) => {
  const provider = responding(codes);
  const saved = { method: "GET", url: "https://example.com/items", ...properties };
  return runStep(httpRequest, saved, { ports: { http: provider.send, sleep }, name: "fetch items" }).then(
    (outcome) => ({
      outcome,
      calls: provider.calls,
      sleep,
    }),
  );
};

describe("success", () => {
  test.each<[string, Record<string, unknown>, number, string]>([
    ["every 2xx is one", {}, 204, "onSuccess"],
    ["a 3xx is none", {}, 302, "onFailure"],
    ["a 404 is none", {}, 404, "onFailure"],
    ["a listed 401 is one", { acceptableStatusCodes: "401" }, 401, "onSuccess"],
    ["a 2xx outside the list is none", { acceptableStatusCodes: "401" }, 200, "onFailure"],
  ])("%s", async (_, properties, code, took) => {
    const { outcome } = await call(properties, [code]);
    expect(outcome).toMatchObject({ took, output: { response: { code } } });
  });

  test("a code that is none names itself in the error, and the reply is kept", async () => {
    const { outcome } = await call({}, [418]);
    expect(outcome).toMatchObject({
      error: "GET https://example.com/items returned status 418.",
      output: { response: { code: 418, body: { done: true } } },
    });
  });
});

test("the output has the shape of spec §2.6, typed", async () => {
  const { outcome } = await call({ method: "post", query: { a: 1 }, path: {}, body: { b: 2 }, headers: { "X-A": 1 } });
  expect(outcome.output).toEqual({
    request: {
      query: { a: "1" },
      body: { b: 2 },
      method: "POST",
      path: {},
      url: "https://example.com/items",
      headers: { "X-A": "1", "Elements-Formula-Step": "fetch items", "Idempotency-Key": "key-1" },
    },
    response: { code: 200, headers: { "x-served-by": "test" }, body: { done: true } },
  });
});

test("a reply without a body and a call without one are empty text", async () => {
  const http = async (sent: { url: string }) => ({
    code: 204,
    headers: {},
    body: undefined,
    sent: { url: sent.url, headers: {} },
  });
  const outcome = await runStep(httpRequest, { method: "GET", url: "https://example.com" }, { ports: { http } });
  expect(outcome.output).toMatchObject({ request: { body: "", query: {}, path: {} }, response: { body: "" } });
});

describe("retry", () => {
  test("after three retries the step fails and says so", async () => {
    const { outcome, calls, sleep } = await call({ retry: "true" }, [503]);
    expect(calls).toHaveLength(4);
    expect(sleep.mock.calls.map(([ms]) => ms)).toEqual([500, 500, 500]);
    expect(outcome).toMatchObject({
      took: "onFailure",
      output: { request: { "retry-attempt": 3 }, response: { code: 503 } },
    });
  });
  test("the number, the delay and the codes are the author's", async () => {
    const { calls, sleep } = await call(
      { retry: true, retryAttempts: "5", retryDelay: "20", retryStatusCodes: "401-405" },
      [403],
    );
    expect(calls).toHaveLength(6);
    expect(sleep.mock.calls.every(([ms]) => ms === 20)).toBe(true);
  });
  test("it stops as soon as it works", async () => {
    const { outcome, calls } = await call({ retry: true }, [500, 429, 200]);
    expect(calls).toHaveLength(3);
    expect(outcome).toMatchObject({ took: "onSuccess", output: { request: { "retry-attempt": 2 } } });
  });
  test.each<[string, Record<string, unknown>, number]>([
    ["retry is not set", { retryAttempts: 3 }, 500],
    ["retry is false", { retry: "false", retryAttempts: 3 }, 500],
    ["no retries are wanted", { retry: true, retryAttempts: 0 }, 500],
    ["the code is not on the list", { retry: true }, 404],
    ["it worked", { retry: true }, 200],
  ])("there is none when %s", async (_, properties, code) => {
    const { outcome, calls } = await call(properties, [code]);
    expect(calls).toHaveLength(1);
    expect(outcome.output).not.toHaveProperty(["request", "retry-attempt"]);
  });
  test("retries a listed code before checking whether it is acceptable", async () => {
    const { outcome, calls } = await call({ retry: true, acceptableStatusCodes: "200-599", retryAttempts: 1 }, [500]);
    expect(calls).toHaveLength(2);
    expect(outcome.took).toBe("onSuccess");
  });
  test("a call without a reply counts as the status of its refusal", async () => {
    const { outcome, calls } = await call({ retry: true }, [
      new Failure("timedOut", "The provider did not answer."),
      200,
    ]);
    expect(calls).toHaveLength(2);
    expect(outcome.took).toBe("onSuccess");
  });
  const errorOf = (outcome: StepOutcome) => ("error" in outcome ? outcome.error : undefined);
  const tooLarge = new Failure("badGateway", "The reply is larger than 8 MB.", { isPermanent: true });
  const away = new Failure("badGateway", "Could not connect.");
  const NOT_LISTED = (code: number) => `Status ${code} is not retried.`;
  const SAME_AGAIN = "It is not retried: the same request would fail in the same way.";

  type Case = [string, Record<string, unknown>, Reply, requests: number, why: string | undefined];
  test.each<Case>([
    ...[400, 401, 403, 404, 405, 409, 410, 413, 415, 422, 501, 505].map(
      (code): Case => [`a ${code}`, {}, code, 1, NOT_LISTED(code)],
    ),
    ...[408, 429, 500, 502, 503, 504].map((code): Case => [`a ${code}`, {}, code, 4, undefined]),
    ["a listed 404", { retryStatusCodes: "404" }, 404, 4, undefined],
    ["a 500 that is not listed", { retryStatusCodes: "404" }, 500, 1, NOT_LISTED(500)],
    ["a failure that may pass", {}, away, 4, undefined],
    ["a permanent failure", {}, tooLarge, 1, SAME_AGAIN],
    ["a permanent failure with a listed status", { retryStatusCodes: "502" }, tooLarge, 4, undefined],
    ["a refusal that may pass", {}, { code: 502 }, 4, undefined],
    ["a permanent refusal", {}, { code: 502, isPermanent: true }, 1, SAME_AGAIN],
  ])("%s: %j", async (_, properties, reply, requests, why) => {
    const { outcome, calls } = await call({ retry: true, ...properties }, [reply]);
    expect([calls.length, outcome.took]).toEqual([requests, "onFailure"]);
    if (why) expect(errorOf(outcome)?.endsWith(` ${why}`), errorOf(outcome)).toBe(true);
    else expect(errorOf(outcome)).not.toContain("not retried");
  });
  test("a step without retry does not say that it was not retried", async () => {
    for (const reply of [404, tooLarge]) expect(errorOf((await call({}, [reply])).outcome)).not.toContain("retried");
  });

  test("every retry sends the same Idempotency-Key", async () => {
    const { calls } = await call({ method: "PATCH", retry: true, retryAttempts: 1 }, [500]);
    expect(calls.map(({ headers }) => headers["Idempotency-Key"])).toEqual(["key-1", "key-1"]);
  });
});

describe("a call without a reply", () => {
  test.each([
    ["of a refusal", new Failure("forbidden", "That address is not allowed."), undefined],
    [
      "of a refusal with a reason",
      new Failure("badRequest", "No.", { reason: "addressNotAllowed" }),
      "addressNotAllowed",
    ],
    ["of a provider", new Failure("timedOut", "No reply in time."), "noResponse"],
    ["of any error", new Error("socket hang up"), "noResponse"],
  ])("is the error %s, and the request is kept", async (_, thrown, reason) => {
    const { outcome } = await call({}, [thrown]);
    const error = thrown.message;
    expect(outcome).toMatchObject({ took: "onFailure", error, output: { request: { method: "GET" } } });
    expect(outcome).toHaveProperty("reason", reason);
    expect(outcome.output).not.toHaveProperty("response");
  });
  test("is no step error when the execution was cancelled", async () => {
    const signal = AbortSignal.abort(new Error("cancelled"));
    const run = runStep(
      httpRequest,
      { method: "GET", url: "https://example.com" },
      { signal, ports: { http: responding([new Error("aborted")]).send } },
    );
    await expect(run).rejects.toThrow("cancelled");
  });
});

describe("properties in every accepted form (spec §2.5)", () => {
  const context = {
    steps: { build: { query: { where: "a=1" }, headers: { "X-B": "b" } } },
    trigger: { args: { id: "1/2" } },
  };
  const sent = async (properties: Record<string, unknown>, engine: "v1" | "v3" = "v3") => {
    const provider = responding([200]);
    const outcome = await runStep(
      elementRequest,
      { elementInstanceId: 7, method: "GET", api: "/contacts", ...properties },
      { context, engine, ports: { element: provider.send } },
    );
    return provider.calls[0] ?? outcome;
  };
  test.each<[string, Record<string, unknown>, object]>([
    ["query as an object", { query: { a: "1" } }, { url: "/contacts?a=1" }],
    ["query as JSON text", { query: '{"a":1}' }, { url: "/contacts?a=1" }],
    ["query as text", { query: "a=1&b=2" }, { url: "/contacts?a=1&b=2" }],
    ["query in the address", { api: "/contacts?a=1" }, { url: "/contacts?a=1" }],
    ["query as a reference", { query: "${steps.build.query}" }, { url: "/contacts?where=a%3D1" }],
    ["query as a bare reference", { query: "steps.build.query" }, { url: "/contacts?where=a%3D1" }],
    ["an empty query", { query: "", path: "", headers: null }, { url: "/contacts" }],
    ["headers as JSON text", { headers: '{"X-A":"a"}' }, { headers: { "X-A": "a" } }],
    ["headers as a bare reference", { headers: "build.headers" }, { headers: { "X-B": "b" } }],
    ["path as JSON text", { api: "/contacts/{id}", path: '{"id":"${trigger.args.id}"}' }, { url: "/contacts/1%2F2" }],
    ["a hub path without its slash", { api: "hubs/crm/contacts" }, { url: "/hubs/crm/contacts" }],
    ["a body of text", { method: "POST", body: "plain" }, { body: "plain" }],
    [
      "a body of JSON text",
      { method: "POST", body: '{"a":1}' },
      { body: '{"a":1}', headers: { "Content-Type": "application/json" } },
    ],
    ["the instance as a number", {}, { elementInstanceId: "7" }],
  ])("%s", async (_, properties, expected) => {
    expect(await sent(properties)).toMatchObject(expected);
  });
  test.each<[string, Record<string, unknown>, string]>([
    ["headers that are no object", { headers: "nothing" }, "headers: must be an object or the JSON text of one"],
    [
      "a header with a line break",
      { headers: { "X-A": "a\r\nX-Evil: 1" } },
      "headers: the value of X-A is an invalid header value.",
    ],
    ["a header name with a space", { headers: { "X A": "a" } }, 'headers: "X A" is an invalid header name.'],
    ["six retries", { retryAttempts: 6 }, "retryAttempts: must be at most 5"],
    [
      "an address of another host",
      { api: "https://evil.example/" },
      "api: https://evil.example/ is not a path such as /contacts.",
    ],
    ["a missing instance", { elementInstanceId: "" }, "elementInstanceId: is required"],
    ["a missing placeholder", { api: "/contacts/{id}" }, "path: there is no value for {id}."],
    ["a value that climbs", { api: "/contacts/${trigger.args.up}" }, "api: "],
  ])("%s is a step error", async (_, properties, error) => {
    const climbing = { context: { ...context, trigger: { args: { up: ".." } } } };
    const provider = responding([200]);
    const outcome = await runStep(
      elementRequest,
      { elementInstanceId: 7, method: "GET", api: "/contacts", ...properties },
      { ...climbing, ports: { element: provider.send } },
    );
    expect(provider.calls).toEqual([]);
    expect(outcome).toMatchObject({
      took: "onFailure",
      error: expect.stringContaining(error === "api: " ? "must not contain" : error),
    });
  });
});
