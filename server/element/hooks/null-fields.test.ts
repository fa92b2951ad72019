import { describe, expect, test } from "vitest";
import { anElement, aProvider, callHub, hooksThat, parameter } from "#server/testing/fake-element-ports.ts";

const BODY = { name: "Ada", phone: null };

/** The body that the provider is sent after a hook ran. */
async function sentAfter(...bodies: string[]) {
  const { requests, send } = aProvider({ body: {} });
  const hooks = bodies.map((body) => ({ type: "preRequest", body }));
  const element = anElement([
    { method: "PATCH", path: "/people", parameters: [parameter("body body -> body body")], hooks },
  ]);
  const ports = { send, hook: hooksThat([]) };
  await callHub("PATCH /people", { element, ports, body: BODY });
  return JSON.parse(String(requests[0]?.body));
}

describe("null in the body of a request that a hook changes", () => {
  test.each([
    ["a hook sets another field", `done({ request_vendor_body_map: { stamp: 1 } })`, { ...BODY, stamp: 1 }],
    [
      "a hook changes the map and passes it on",
      `request_vendor_body_map.stamp = 1; done({ request_vendor_body_map })`,
      { ...BODY, stamp: 1 },
    ],
    ["a hook removes another field", `done({ request_vendor_body_map: { name: null } })`, { phone: null }],
    ["a hook sets the field", `done({ request_vendor_body_map: { phone: "1" } })`, { name: "Ada", phone: "1" }],
    ["a hook removes an unknown field", `done({ request_vendor_body_map: { other: null } })`, BODY],
  ])("%s", async (_, hook, sent) => {
    expect(await sentAfter(hook)).toEqual(sent);
  });

  test("a later hook still sees null", async () => {
    const [change, read] = [
      `done({ request_body_map: { stamp: 1 } })`,
      `done({ request_vendor_body_map: { seen: JSON.stringify(request_body_map) } })`,
    ];
    expect(await sentAfter(change, read)).toEqual({ ...BODY, seen: JSON.stringify({ ...BODY, stamp: 1 }) });
  });
});
