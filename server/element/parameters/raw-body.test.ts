import { expect, test } from "vitest";
import { anElement, aProvider, callHub, hooksThat, parameter } from "#server/testing/fake-element-ports.ts";

const BODY = parameter("body b -> body b");

/** The type and the body that the provider gets. */
async function sent(
  type: string | undefined,
  { body = "<a/>" as unknown, path = "/people", parameters = [BODY], hooks = [] as object[] } = {},
) {
  const { requests, send } = aProvider({ body: {} });
  const element = anElement([{ method: "POST", path: "/people", parameters, hooks }]);
  const headers: Record<string, string> = type === undefined ? {} : { "content-type": type };
  await callHub(`POST ${path}`, { element, headers, body, ports: { send, hook: hooksThat([]) } });
  const [request] = requests;
  const name = Object.keys(request?.headers ?? {}).find((written) => written.toLowerCase() === "content-type");
  return [request?.headers[name ?? ""], request?.body];
}

test.each([
  ["text/plain", "text/plain"],
  ["application/xml; charset=utf-8", "application/xml; charset=utf-8"],
  ['text/csv;charset="ISO-8859-1"; header=present', "text/csv; charset=utf-8; header=present"],
])("a body of type %s is sent as %s", async (type, expected) => {
  expect(await sent(type)).toEqual([expected, "<a/>"]);
  expect(await sent(type, { path: "/other", parameters: [] })).toEqual([expected, "<a/>"]);
});

test.each(["application/json", "application/vnd.api+json; charset=utf-8", undefined])(
  "text in JSON of type %s is sent as JSON",
  async (type) => {
    expect(await sent(type)).toEqual(["application/json", "<a/>"]);
  },
);

test("a parameter or a hook may set another type", async () => {
  const typed = parameter("value text/yaml -> header Content-Type");
  expect(await sent("text/plain", { parameters: [typed, BODY] })).toEqual(["text/yaml", "<a/>"]);
  const hook = { type: "preRequest", body: `done({ request_vendor_headers: { "content-type": "text/html" } })` };
  expect(await sent("text/plain", { hooks: [hook] })).toEqual(["text/html", "<a/>"]);
});

test("another body than the caller's has its own type", async () => {
  const template = parameter('value {"a":1} -> body');
  expect(await sent("text/plain", { parameters: [template] })).toEqual(["application/json", '{"a":1}']);
  expect(await sent("text/plain", { parameters: [parameter("body b -> bodyField a")] })).toEqual([
    "application/json",
    '{"a":"<a/>"}',
  ]);
});
