import { afterAll, beforeAll, expect, test } from "vitest";
import { registerApp } from "#server/process-app.ts";
import { createSession } from "#server/screen-handler.ts";
import { anApp, type TestApp } from "#server/testing/app.ts";
import { anElement, insertElement } from "#server/testing/elements.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";
import { SCREEN_LISTS as lists, sendAsScreen } from "#server/testing/screens.ts";

let app: TestApp;
let acme: TestOrganization;
let session: string;
/** The owners of lists, by the names of inputs. */
let owners: Record<string, number | string>;
beforeAll(async () => {
  app = await anApp();
  registerApp(app);
  acme = await anOrganization(app);
  session = (await createSession({ username: acme.administrator.email, password: acme.administrator.password })).token;
  const { rows } = await app.db.pool.query(
    `insert into formula (organization_id, account_id, user_id, name, definition)
     values ($1, $2, $3, 'Formula', '{"name":"Formula","engine":"v3","triggers":[],"steps":[],"active":true}') returning id`,
    [acme.id, acme.accountId, acme.designer.id],
  );
  const element = await insertElement(app, { organizationId: acme.id, accountId: acme.accountId }, anElement());
  const bulkJob = {
    organizationId: acme.id,
    accountId: acme.accountId,
    userId: acme.designer.id,
    elementInstanceId: 1,
  };
  const { id: bulkJobId } = await app.db.prisma.bulkJob.create({
    data: { ...bulkJob, direction: "upload", objectName: "x", format: "csv", criteria: {}, folder: "x", fileKey: "x" },
  });
  const schedule = { organizationId: acme.id, accountId: acme.accountId, userId: acme.administrator.id };
  const { id: jobId } = await app.db.prisma.schedule.create({ data: { ...schedule, call: {}, cron: "0 0 3 * * ?" } });
  owners = {
    jobId,
    formulaId: rows[0].id,
    elementId: element.id,
    elementKey: element.key,
    bulkJobId: String(bulkJobId),
  };
});
afterAll(() => app.close());

async function list({ name, inputs }: (typeof lists)[number], cursor: unknown) {
  const owner = Object.fromEntries(Object.entries(owners).filter(([input]) => inputs.includes(input)));
  const { error } = await sendAsScreen(session, name, { cursor, ...owner });
  return error ? { status: error.data.status, message: error.message } : { status: 200 };
}

/** An id of 33 bits, and the lists whose ids have 64. */
const BEYOND_INT = "4294967296";
const OF_LONG_IDS = new Set(["delivery.list", "schedule.runs"]);

const MALFORMED = [
  ...["", "x", " ", "-1", "1.5", "1e3", "0x1", "NaN", "null", BEYOND_INT, "99999999999999999999", "1|2|3", "1 or 1=1"],
  ...[
    "|",
    "|1",
    "true",
    "true|",
    "true|x",
    "maybe|1",
    "true|4294967296",
    "true|1\n",
    "true|1|1",
    "\u0000",
    "true|\u0000",
  ],
  ...["2026-01-01T00:00:00.000Z", "2026-99-99T00:00:00.000Z|1", "2026-01-01T00:00:00.000Z|x", "now|1", "infinity|1"],
  ...["2026-01-01T00:00:00.000Z|99999999999999999999", "2026-01-01T00:00:00.000Z|1|1", "2026-02-30T00:00:00.000Z|1"],
  ...["+275760-09-13T00:00:00.001Z|1", "x".repeat(101)],
  ...[1.5, -(2 ** 31) - 1, 2 ** 31, true, [], {}, null],
];

const UUID = "00000000-0000-4000-8000-000000000000";

test("lists are found by their cursors", () => {
  expect(lists.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["formula.list", "formulaInstance.list", "connection.list", "execution.list"]),
  );
});

test.each(lists)("$name refuses a malformed cursor as the caller's fault", async (found) => {
  for (const cursor of MALFORMED) {
    if (cursor === BEYOND_INT && OF_LONG_IDS.has(found.name)) continue;
    const refused = { status: 400, message: expect.stringMatching(/^cursor: /) };
    expect({ cursor, ...(await list(found, cursor)) }).toEqual({ cursor, ...refused });
  }
});

test.each(lists)("$name continues from a cursor of its own kind", async (found) => {
  const kinds =
    found.type === "integer" ? [1] : ["1", "true|1", "2026-01-01T00:00:00.000Z|1", `2026-01-01T00:00:00.000Z ${UUID}`];
  const replies = await Promise.all(kinds.map((cursor) => list(found, cursor)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
});
