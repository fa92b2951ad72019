import { afterAll, beforeAll, expect, test } from "vitest";
import { registerApp } from "#server/process-app.ts";
import { createSession, endSession } from "#server/screen-handler.ts";
import { anApp, type TestApp } from "#server/testing/app.ts";
import { anOrganization, type Person, type TestOrganization } from "#server/testing/organizations.ts";
import { handleLive } from "./live.ts";
import { handleValue } from "./value.ts";

let app: TestApp;
let acme: TestOrganization;
let other: TestOrganization;

beforeAll(async () => {
  app = await anApp();
  registerApp(app);
  [acme, other] = [await anOrganization(app), await anOrganization(app)];
});
afterAll(() => app.close());

const sessionOf = async ({ email, password }: Person) => (await createSession({ username: email, password })).token;

let last = 1000;
async function anExecution(status: string): Promise<number> {
  last += 1;
  await app.db.pool.query(
    `insert into execution (id, organization_id, account_id, formula_id, formula_instance_id, revision, status, trigger_type, trigger)
     values ($1, $2, 1, 1, 1, 1, $3, 'manual', '{}')`,
    [last, acme.id, status],
  );
  return last;
}
const become = (id: number, status: string) =>
  app.db.pool.query("update execution set status = $2, updated_at = clock_timestamp() where id = $1", [id, status]);

/** The events received from an address, one at a time. */
async function listen(token: string | undefined, query = "") {
  const gone = new AbortController();
  const reply = await handleLive(
    app,
    new Request(`https://formulary.test/api/live${query}`, { signal: gone.signal }),
    token,
  );
  const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader();
  return {
    status: reply.status,
    receive: async () => /event: (\w+)/.exec((await reader?.read())?.value ?? "")?.[1],
    close: () => gone.abort(),
  };
}

test("refuses listeners without a session, and does not report runs of others", async () => {
  expect((await listen(undefined)).status).toBe(401);
  const token = await sessionOf(acme.viewer);
  await endSession(token);
  expect((await listen(token)).status).toBe(401);
  const stranger = await listen(await sessionOf(other.viewer), `?run=${await anExecution("pending")}`);
  expect(await stranger.receive()).toBe("ended");
});

test("reports each change of a run until it has ended", async () => {
  const id = await anExecution("pending");
  const run = await listen(await sessionOf(acme.viewer), `?run=${id}`);
  expect(await run.receive()).toBe("changed");
  await app.db.pool.query(
    `insert into step_execution (execution_id, seq, attempt, step_name, step_type, engine, status, took)
     values ($1, 0, 1, 'a', 'script', 'v3', 'success', 'onSuccess')`,
    [id],
  );
  expect(await run.receive()).toBe("changed");
  await become(id, "success");
  expect(await run.receive()).toBe("changed");
  expect(await run.receive()).toBe("ended");
});

test("reports runs that start and end to the list", async () => {
  const list = await listen(await sessionOf(acme.viewer));
  expect(await list.receive()).toBe("changed");
  const id = await anExecution("pending");
  expect(await list.receive()).toBe("changed");
  await become(id, "failed");
  expect(await list.receive()).toBe("changed");
  list.close();
});

test("stops reporting to users who lose access, while the list keeps changing", async () => {
  const leaver = await acme.aColleague({ accountId: acme.accountId });
  const list = await listen(await sessionOf(leaver));
  expect(await list.receive()).toBe("changed");
  await app.db.prisma.user.update({ where: { id: leaver.id }, data: { active: false } });
  const events: (string | undefined)[] = [];
  while (events.at(-1) !== "ended" && events.length < 20) {
    await anExecution("pending");
    events.push(await list.receive());
  }
  expect(events.at(-1)).toBe("ended");
  expect(events.length).toBeLessThan(8);
});

test("stops reporting other accounts to users who lose access to them", async () => {
  const account = (await acme.aColleague()).accountId;
  const colleague = await acme.aColleague({ accountId: account });
  const { user } = app.db.prisma;
  await user.update({ where: { id: colleague.id }, data: { roles: ["org-admin"] } });
  const run = await listen(await sessionOf(colleague), `?run=${await anExecution("pending")}`);
  expect(await run.receive()).toBe("changed");
  await user.update({ where: { id: colleague.id }, data: { roles: ["org"] } });
  expect(await run.receive()).toBe("ended");
});

test("K02, J06: a value is a file for those who may see its run", async () => {
  const id = await anExecution("success");
  const { rows } = await app.db.pool.query<{ id: string }>(
    `insert into step_execution (execution_id, seq, attempt, step_name, step_type, engine, status, took, output)
     values ($1, 0, 1, 'a', 'script', 'v3', 'success', 'onSuccess', '{"it":{"x":1}}') returning id`,
    [id],
  );
  const get = (token: string | undefined, key = "it") =>
    handleValue(app, new Request(`https://formulary.test/api/values?step=${rows[0]?.id}&key=${key}`), token);
  const reply = await get(await sessionOf(acme.viewer));
  expect(await reply.text()).toBe('{"x":1}');
  expect(reply.headers.get("content-disposition")).toBe('attachment; filename="a.it.json"');
  expect(reply.headers.get("x-content-type-options")).toBe("nosniff");
  expect((await get(undefined)).status).toBe(401);
  expect((await get(await sessionOf(other.viewer))).status).toBe(404);
  expect((await get(await sessionOf(acme.viewer), "nothing")).status).toBe(404);
});
