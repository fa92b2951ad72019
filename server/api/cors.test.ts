import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";

let api: TestApi;
let acme: TestOrganization;
beforeAll(async () => {
  api = await anApi();
  acme = await anOrganization(api.app);
});
afterAll(() => api.close());

const EXPOSED =
  "Elements-Returned-Count, Elements-Total-Count, Elements-Request-Id, Elements-Next-Page-Token, Elements-Trace-Id, Elements-Error, Content-Disposition";
const origin = "https://app.example.com";

describe("a page of another origin", () => {
  test.each([
    ["a reply", "/formulas", 200],
    ["a refusal", "/formulas/1", 404],
    ["what is nowhere", "/nowhere", 401],
  ])("may read %s and its headers", async (_, path, status) => {
    const reply = await api.fetch(path, { as: acme.designer, headers: { origin } });
    expect(reply.status).toBe(status);
    expect(reply.headers.get("access-control-expose-headers")).toBe(EXPOSED);
    expect(reply.headers.get("access-control-allow-origin")).toBe("*");
    expect(reply.headers.get("access-control-allow-credentials")).toBeNull();
  });

  test.each(["/formulas", "/hubs/crm/contacts"])("allows the origin to send %s, without secrets", async (path) => {
    const preflight = {
      "access-control-request-method": "PATCH",
      "access-control-request-headers": "authorization, content-type",
    };
    const reply = await api.fetch(path, { method: "OPTIONS", headers: { origin, ...preflight } });
    expect(reply.status).toBe(204);
    expect(reply.headers.get("access-control-allow-origin")).toBe("*");
    expect(reply.headers.get("access-control-allow-methods")).toContain("PATCH");
    expect(reply.headers.get("access-control-allow-headers")).toBe("authorization, content-type");
  });
});

test("allows no other origin", async () => {
  const reply = await api.fetch("/formulas", { as: acme.designer });
  expect([...reply.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  expect((await api.fetch("/formulas", { as: acme.designer, method: "OPTIONS" })).status).toBe(405);
});
