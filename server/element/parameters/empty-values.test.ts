import { expect, test } from "vitest";
import { anElement, aProvider, callHub, parameter } from "#server/testing/fake-element-ports.ts";

async function sent(lines: string[], { body = { a: null, b: "", c: 1 } as unknown, more = {} } = {}) {
  const { requests, send } = aProvider({ body: { id: null, name: "" } });
  const parameters = lines.map((line) => parameter(line, more));
  const element = anElement([{ method: "PATCH", path: "/people", parameters }]);
  await callHub("PATCH /people?q=", { element, body, headers: { h: "" }, ports: { send } });
  return requests[0];
}

test("null and an empty text of a body reach the provider's body", async () => {
  const lines = [
    "bodyField a -> bodyField x.a",
    "bodyField b -> bodyField b",
    "bodyField c -> bodyField c",
    "bodyField d -> bodyField d",
  ];
  expect(JSON.parse(String((await sent(lines))?.body))).toEqual({ x: { a: null }, b: "", c: 1 });
});

test("a field of the previous response as well", async () => {
  const { requests, send } = aProvider({ body: { id: null, name: "" } });
  const second = [
    "prevBodyField id -> bodyField id",
    "prevBodyField name -> bodyField name",
    "prevBodyField no -> bodyField no",
  ];
  const element = anElement([
    { path: "/first", nextResource: "POST:/second" },
    { method: "POST", path: "/second", parameters: second.map((line) => parameter(line)) },
  ]);
  await callHub("GET /first", { element, ports: { send } });
  expect(JSON.parse(String(requests[1]?.body))).toEqual({ id: null, name: "" });
});

test.each(["bodyField a -> query a", "bodyField b -> header B", "query q -> bodyField q", "header h -> bodyField h"])(
  "%s leaves out what is empty",
  async (line) => {
    const request = await sent([line]);
    expect([request?.url.includes("a="), request?.headers.B, request?.body]).toEqual([false, undefined, undefined]);
  },
);

test("a required field must have a value", async () => {
  await expect(sent(["bodyField a -> bodyField a"], { more: { required: true } })).rejects.toThrow("a: the");
});

test("null in a response reaches our caller", async () => {
  const { send } = aProvider({ body: { id: null } });
  const parameters = [parameter("bodyField ours -> bodyField id", { source: "response" })];
  const element = anElement([{ path: "/people/{id}", parameters }]);
  const configuration = { "filter.response.nulls": "false" };
  expect((await callHub("GET /people/1", { element, configuration, ports: { send } })).body).toMatchObject({
    ours: null,
  });
});
