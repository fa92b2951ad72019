import { expect, test } from "vitest";
import { responding, runStep } from "#server/testing/fake-formula-ports.ts";
import { httpRequest } from "./http-request.ts";

const context = { trigger: { args: { id: "1/../2", host: "evil.com/#" } } };

test("calls the address, a value one part of its path", async () => {
  const { calls, send } = responding([200]);
  const saved = { method: "get", url: "https://example.com/items/${trigger.args.id}?a=1" };
  const outcome = await runStep(httpRequest, saved, { context, ports: { http: send } });
  expect(calls[0]?.url).toBe("https://example.com/items/1%2F..%2F2?a=1");
  expect(outcome).toMatchObject({
    took: "onSuccess",
    output: { request: { url: "https://example.com/items/1%2F..%2F2", query: { a: "1" } } },
  });
});

test.each([
  ["ftp://example.com"],
  ["example.com/items"],
  ["https://"],
  ["https://${trigger.args.host}.example.com/"],
  ["javascript:alert(1)"],
])("%s is no HTTP address", async (url) => {
  const { calls, send } = responding([200]);
  const outcome = await runStep(httpRequest, { method: "GET", url }, { context, ports: { http: send } });
  expect(calls).toEqual([]);
  expect(outcome).toMatchObject({
    took: "onFailure",
    error: expect.stringMatching(/^url: .* is not an http or https address\.$/),
  });
});

test.each([
  ["GET", false],
  ["POST", true],
  ["DELETE", true],
] as const)("%s changes something outside: %s", (method, changes) => {
  expect(httpRequest.changesOutside({ method, url: "https://example.com" })).toBe(changes);
});
