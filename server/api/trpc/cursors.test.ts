import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { registerApp } from "#server/process-app.ts";
import { createSession } from "#server/screen-handler.ts";
import { anApp, type TestApp } from "#server/testing/app.ts";
import { anElement, insertElement } from "#server/testing/elements.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";
import { sendAsScreen } from "#server/testing/screens.ts";
import { screenRouter } from "./router.ts";

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
  owners = { formulaId: rows[0].id, elementId: element.id, elementKey: element.key, bulkJobId: String(bulkJobId) };
});
afterAll(() => app.close());

type Shape = { type?: string; properties?: Record<string, Shape> };
type Procedure = { _def: { inputs: z.ZodType[] } };

const lists = Object.entries(screenRouter._def.procedures as unknown as Record<string, Procedure>).flatMap(
  ([name, { _def }]) => {
    const parts = _def.inputs.map((schema) => z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Shape);
    const properties: Record<string, Shape> = Object.assign({}, ...parts.map((part) => part.properties ?? {}));
    const type = properties.cursor?.type;
    return type === undefined ? [] : [{ name, type, inputs: Object.keys(properties) }];
  },
);

async function list({ name, inputs }: (typeof lists)[number], cursor: unknown) {
  const owner = Object.fromEntries(Object.entries(owners).filter(([input]) => inputs.includes(input)));
  const { error } = await sendAsScreen(session, name, { cursor, ...owner });
  return error ? { status: error.data.status, message: error.message } : { status: 200 };
}

const MALFORMED = [
  ...[
    "",
    "x",
    " ",
    "-1",
    "1.5",
    "1e3",
    "0x1",
    "NaN",
    "null",
    "4294967296",
    "99999999999999999999",
    "1|2|3",
    "1 or 1=1",
  ],
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

test("lists are found by their cursors", () => {
  expect(lists.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["formula.list", "formulaInstance.list", "connection.list", "execution.list"]),
  );
});

test.each(lists)("$name refuses a malformed cursor as the caller's fault", async (found) => {
  for (const cursor of MALFORMED) {
    const refused = { status: 400, message: expect.stringMatching(/^cursor: /) };
    expect({ cursor, ...(await list(found, cursor)) }).toEqual({ cursor, ...refused });
  }
});

test.each(lists)("$name continues from a cursor of its own kind", async (found) => {
  const kinds = found.type === "integer" ? [1] : ["1", "true|1", "2026-01-01T00:00:00.000Z|1"];
  const replies = await Promise.all(kinds.map((cursor) => list(found, cursor)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
});
