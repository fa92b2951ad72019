import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { aFormula, aScheduledFormula } from "#server/testing/formulas.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";

let api: TestApi;
let acme: TestOrganization;
beforeAll(async () => {
  api = await anApi();
  acme = await anOrganization(api.app);
});
afterAll(() => api.close());

const send: TestApi["fetch"] = (path, request = {}) => api.fetch(path, { as: acme.designer, ...request });
const create = async (body: unknown) => (await send("/formulas", { method: "POST", body })).body;

async function scheduled(formula: unknown = aScheduledFormula(), instance: Record<string, unknown> = {}) {
  const { id, ...record } = await create(formula);
  const { body } = await send(`/formulas/${id}/instances`, { method: "POST", body: { name: "i", ...instance } });
  const path = `/formulas/${id}`;
  return { path, record, instancePath: `${path}/instances/${body.id}`, text: `formula ${id}, instance ${body.id}` };
}

const jobs = async (text: string) =>
  (await send("/jobs?pageSize=2000")).body.filter(({ description }: { description: string }) =>
    description.includes(text),
  );

describe("a job exists exactly while the trigger is scheduled and formula and instance are active", () => {
  test("made with an instance of an active formula, gone with it", async () => {
    const { text, instancePath } = await scheduled();
    expect(await jobs(text)).toHaveLength(1);
    await send(instancePath, { method: "DELETE" });
    expect(await jobs(text)).toHaveLength(0);
  });

  test("by PUT and DELETE of the instance's active", async () => {
    const { text, instancePath } = await scheduled();
    await send(`${instancePath}/active`, { method: "DELETE" });
    expect(await jobs(text)).toHaveLength(0);
    await send(`${instancePath}/active`, { method: "PUT" });
    await send(`${instancePath}/active`, { method: "PUT" });
    expect(await jobs(text)).toHaveLength(1);
  });

  test("by the instance's PUT", async () => {
    const { text, instancePath } = await scheduled(aScheduledFormula(), { active: false });
    expect(await jobs(text)).toHaveLength(0);
    await send(instancePath, { method: "PUT", body: { active: true } });
    expect(await jobs(text)).toHaveLength(1);
    await send(instancePath, { method: "PUT", body: { active: false } });
    expect(await jobs(text)).toHaveLength(0);
  });

  test("by the formula's PUT and PATCH, for its active instances only", async () => {
    const { text, path, record } = await scheduled(aScheduledFormula({ active: false }));
    await send(`${path}/instances`, { method: "POST", body: { name: "off", active: false } });
    expect(await jobs(text)).toHaveLength(0);
    await send(path, { method: "PUT", body: { ...record, active: true } });
    expect(await jobs(text)).toHaveLength(1);
    expect(await jobs(`formula ${path.split("/").at(-1)},`)).toHaveLength(1);
    await send(path, { method: "PATCH", body: { active: false } });
    expect(await jobs(text)).toHaveLength(0);
  });

  test("by a PUT that switches the trigger to scheduled, and back", async () => {
    const { text, path } = await scheduled(aFormula());
    expect(await jobs(text)).toHaveLength(0);
    await send(path, { method: "PUT", body: aScheduledFormula() });
    expect(await jobs(text)).toHaveLength(1);
    await send(path, { method: "PUT", body: aFormula() });
    expect(await jobs(text)).toHaveLength(0);
  });

  test("by adding and deleting the trigger", async () => {
    const { text, path } = await scheduled(aFormula({ triggers: [] }));
    const trigger = { type: "scheduled", properties: { cron: "0 0 0 * * ?" }, onSuccess: [] };
    const { body } = await send(`${path}/triggers`, { method: "POST", body: trigger });
    expect(await jobs(text)).toHaveLength(1);
    await send(`${path}/triggers/${body.id}`, { method: "DELETE" });
    expect(await jobs(text)).toHaveLength(0);
  });
});

describe("the record", () => {
  test("says what runs when, and is read by its id", async () => {
    api.app.at(new Date("2026-03-01T10:07:00Z"));
    const { text } = await scheduled(aScheduledFormula({ name: "Quarterly" }, "${config.cron}"), {
      configuration: { cron: "0 0/15 * 1/1 * ? *" },
    });
    const [job] = await jobs(text);
    expect(job).toMatchObject({
      id: expect.any(String),
      name: "Quarterly: i",
      disallowConcurrent: false,
      data: { topic: "formula-instance" },
      trigger: {
        id: expect.any(String),
        state: "NORMAL",
        startTime: expect.any(String),
        nextFireTime: "2026-03-01T10:15:00Z",
        mayFireAgain: true,
        priority: 5,
      },
    });
    expect((await send(`/jobs/${job.id}`)).body).toEqual(job);
    api.app.at(undefined);
  });

  test("keeps its next time while the cron stays, and takes another with another cron", async () => {
    api.app.at(new Date("2026-03-01T10:07:00Z"));
    const { text, path, instancePath, record } = await scheduled(
      aScheduledFormula({ configuration: [{ key: "cron" }] }, "${config.cron}"),
      { configuration: { cron: "0 0/15 * 1/1 * ? *" } },
    );
    const next = async () => (await jobs(text))[0].trigger.nextFireTime;
    api.app.at(new Date("2026-03-01T10:20:00Z"));
    await send(path, { method: "PUT", body: { ...record, description: "changed" } });
    expect(await next()).toBe("2026-03-01T10:15:00Z");
    await send(instancePath, { method: "PUT", body: { configuration: { cron: "0 0 0/1 1/1 * ? *" } } });
    expect(await next()).toBe("2026-03-01T11:00:00Z");
    api.app.at(undefined);
  });

  test.each(["x", "00000000-0000-0000-0000-000000000000", "1"])("of %s there is none: 404", async (id) => {
    expect((await send(`/jobs/${id}`)).status).toBe(404);
  });

  test("is seen by its own organization", async () => {
    const { text } = await scheduled();
    const [job] = await jobs(text);
    const other = await anOrganization(api.app);
    expect((await api.fetch("/jobs", { as: other.designer })).body).toEqual([]);
    expect((await api.fetch(`/jobs/${job.id}`, { as: other.designer })).status).toBe(404);
  });
});
