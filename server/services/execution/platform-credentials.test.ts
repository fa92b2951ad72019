import { afterAll, beforeAll, expect, test } from "vitest";
import { anElement } from "#server/testing/elements.ts";
import { anOrganization } from "#server/testing/organizations.ts";
import { aRunningApi, type RunningApi } from "#server/testing/running.ts";

let api: RunningApi;
beforeAll(async () => {
  api = await aRunningApi();
});
afterAll(() => api.close());

/** Runs a request to the platform, and returns what it got there and the text of its record. */
async function request(properties: object) {
  const steps = [
    { name: "ask", type: "request", properties, onSuccess: ["keep"] },
    { name: "keep", type: "script", properties: { body: "done({ again: steps.ask.response.body })" } },
  ];
  const { formulaInstanceId } = await api.aRunnable({
    ...{ name: "Asks", engine: "v3", triggers: [{ type: "manual", onSuccess: ["ask"] }], steps },
  });
  const run = await api.run(formulaInstanceId, {});
  const recorded = await api.stepsOf(run.id);
  return { code: recorded[1]?.values["response.code"], text: JSON.stringify(recorded) };
}

const post = async (path: string, body: unknown) => (await api.fetch(path, { as: api.as, method: "POST", body })).body;

test("the token of a connection that a step reads is not in the records of its run", async () => {
  const { key } = await post("/elements", anElement());
  const { id, token } = await post(`/elements/${key}/instances`, { name: "CRM", configuration: {} });
  const { code, text } = await request({ method: "GET", api: `/instances/${id}` });
  expect(code).toBe("200");
  expect(text).toContain("********");
  expect(text).not.toContain(token);
});

test("the password that a step sends, and the session that it receives, are not, either", async () => {
  const other = await anOrganization(api.app);
  const { email: username, password } = other.designer;
  const { code, text } = await request({
    ...{ method: "POST", api: "/authentication" },
    body: JSON.stringify({ username, password }),
  });
  expect(code).toBe("200");
  expect(text).not.toContain(password);
  const session = /"token\\*":\\*"([^"\\]*)/.exec(text)?.[1];
  expect(session).toBe("********");
});
