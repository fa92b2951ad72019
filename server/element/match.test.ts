import { describe, expect, test } from "vitest";
import { anElement, aProvider, callHub } from "#server/testing/fake-element-ports.ts";
import { segmentsOf } from "./match.ts";
import { compileElement } from "./plan.ts";

const element = anElement([
  { path: "/hubs/crm/contacts", vendorPath: "/list" },
  { path: "/hubs/crm/contacts", method: "POST", vendorPath: "/create" },
  { path: "/hubs/crm/contacts/{id}", vendorPath: "/one/{id}" },
  { path: "/hubs/crm/contacts/search", vendorPath: "/search" },
  { path: "/hubs/crm/contacts/search", method: "POST", vendorPath: "/search" },
  { path: "/hubs/crm/contacts/{id}/notes", vendorPath: "/notes/{id}" },
  { path: "/hubs/crm/contacts/mine/{kind}/x", vendorPath: "/x/{kind}" },
  { path: "/hubs/crm/contacts/bulk", method: "POST", vendorPath: "/bulk" },
  { path: "/hubs/crm/old", kind: "java" },
  { path: "/hubs/crm/token", type: "onProvision", vendorPath: "/token" },
  { path: "/orders.json", vendorPath: "/orders.json" },
]);

async function routesTo(line: string) {
  const { requests, send } = aProvider({ body: {} });
  await callHub(line, { element, ports: { send } });
  return requests[0]?.url.replace("https://api.example.com/v1", "");
}

describe("addressing", () => {
  test.each([
    ["GET /contacts", "/list"],
    ["GET /contacts/", "/list"],
    ["GET /hubs/crm/contacts", "/list"],
    ["GET /hubs/crap/contacts", "/list"],
    ["POST /contacts", "/create"],
    ["GET /contacts/5", "/one/5"],
    ["GET /contacts/a%20b", "/one/a%20b"],
    ["GET /contacts/Z%C3%BCrich", "/one/Z%C3%BCrich"],
    ["GET /contacts/a%2Fb", "/one/a%2Fb"],
    ["GET /contacts/ann@example.com", "/one/ann%40example.com"],
    ["GET /contacts/5;x=1", "/one/5%3Bx%3D1"],
    ["GET /contacts/search", "/search"],
    ["GET /contacts/mine", "/one/mine"],
    ["GET /contacts/mine/notes", "/notes/mine"],
    ["GET /contacts/bulk", "/one/bulk"],
    ["GET /orders.json", "/orders.json"],
  ])("%s is %s", async (line, expected) => {
    expect(await routesTo(line)).toBe(expected);
  });

  test.each([
    ["PUT /contacts", "GET, POST"],
    ["DELETE /contacts/search", "GET, POST"],
    ["DELETE /contacts/5", "GET"],
    ["POST /ping", "GET"],
    ["DELETE /unknown", "GET, POST"],
    ["POST /unknown/5", "GET, PATCH, PUT, DELETE"],
  ])("%s is not allowed, but %s", async (line, allow) => {
    await expect(routesTo(line)).rejects.toMatchObject({ kind: "methodNotAllowed", headers: { allow } });
  });

  test.each(["GET /contacts/5/notes/7/more", "GET /contacts//5", "GET //contacts", "GET /", "GET /bulk/5/status"])(
    "%s is not there",
    async (line) => {
      await expect(routesTo(line)).rejects.toMatchObject({ kind: "notFound" });
    },
  );

  test("resources that run by themselves are not addressed", async () => {
    expect(compileElement(element).match("GET", ["token"]).target).toBe(null);
    expect(compileElement(element).ofType("onProvision")).toMatchObject([{ label: "GET /token" }]);
  });

  test("code that does not exist here", async () => {
    await expect(routesTo("GET /old")).rejects.toMatchObject({
      kind: "badRequest",
      message: "This API is not currently supported for this element",
    });
  });
});

describe("a path never leads to another resource (A29)", () => {
  test.each([
    "/contacts/..%2fsecret",
    "/contacts/%2e%2e/secret",
    "/contacts/../secret",
    "/contacts/.",
    "/contacts/%2e",
    "/contacts/a%2f..%2fb",
    "/contacts/%252e%252e%252fsecret",
    "/contacts/..\\secret",
    "/contacts/a%5c..",
    "/contacts/%00",
    "/contacts/a%0d%0ab",
    "/contacts/%E0%A4",
    "/contacts/%zz",
  ])("%s is refused", async (path) => {
    const { requests, send } = aProvider({ body: {} });
    await expect(callHub(`GET ${path}`, { element, ports: { send } })).rejects.toMatchObject({ kind: "badRequest" });
    expect(requests).toEqual([]);
  });

  test("segments are decoded once", () => {
    expect(segmentsOf("/hubs/x/a%252Fb/c")).toEqual(["a%2Fb", "c"]);
  });
});

describe("resources that an account added", () => {
  test("go before those of the element with the same method and path", async () => {
    const extension = {
      resources: anElement([{ path: "/hubs/crm/contacts/{contactId}", vendorPath: "/ours" }]).resources,
    };
    const plan = compileElement(element, extension);
    expect(plan.match("GET", ["contacts", "5"])).toMatchObject({
      target: { resource: { vendorPath: "/ours" } },
      pathVariables: { contactId: "5" },
    });
    expect(plan.match("GET", ["contacts"])).toMatchObject({ target: { resource: { vendorPath: "/list" } } });
    expect(compileElement(element).match("GET", ["contacts", "5"])).toMatchObject({
      target: { resource: { vendorPath: "/one/{id}" } },
    });
  });

  test("names of path variables are only names", () => {
    const plan = compileElement(anElement([{ path: "/{__proto__}/x", vendorPath: "/x" }]));
    expect(plan.match("GET", ["a", "x"])).toMatchObject({ target: {} });
    expect(({} as Record<string, unknown>).a).toBeUndefined();
  });
});
