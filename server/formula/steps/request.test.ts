import { expect, test } from "vitest";
import { responding, runStep } from "#server/testing/fake-formula-ports.ts";
import { request } from "./request.ts";

test("calls the platform as the owner", async () => {
  const { calls, send } = responding([200]);
  const outcome = await runStep(request, { method: "GET", api: "formulas?pageSize=1" }, { ports: { platform: send } });
  expect(calls[0]?.url).toBe("/formulas?pageSize=1");
  expect(outcome).toMatchObject({
    took: "onSuccess",
    output: { request: { uri: "/formulas", query: { pageSize: "1" } } },
  });
});

test("calls an element instance where one is named (spec §2.5)", async () => {
  const { calls, send } = responding([200]);
  await runStep(
    request,
    { method: "GET", api: "/contacts", elementInstanceId: "${config.crm}" },
    { context: { config: { crm: 9 } }, ports: { element: send } },
  );
  expect(calls[0]).toMatchObject({ url: "/contacts", elementInstanceId: "9" });
});

test("a 401 listed as acceptable is a success", async () => {
  const outcome = await runStep(
    request,
    { method: "GET", api: "/nosuchresource", acceptableStatusCodes: "401" },
    { ports: { platform: responding([401]).send } },
  );
  expect(outcome.took).toBe("onSuccess");
});

test.each(["https://example.com/x", "javascript:x"])("%s is no path", async (api) => {
  const outcome = await runStep(request, { method: "GET", api }, {});
  expect(outcome).toMatchObject({ took: "onFailure", error: `api: ${api} is not a path such as /formulas.` });
});

test("a path that begins with two slashes names no host", async () => {
  const { calls, send } = responding([200]);
  await runStep(request, { method: "GET", api: "//example.com/x" }, { ports: { platform: send } });
  expect(calls[0]?.url).toBe("/example.com/x");
});
