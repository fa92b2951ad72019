import { afterAll, beforeAll, expect, test } from "vitest";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";

let api: TestApi;
let acme: TestOrganization;
let ann: TestOrganization["viewer"];
const TOPIC = "threat-level-midnight";

beforeAll(async () => {
  api = await anApi();
  acme = await anOrganization(api.app);
  ann = await acme.aColleague();
  const told = { organizationId: acme.id, topic: TOPIC, subject: "Half", message: "50 errors" };
  await api.app.db.prisma.notification.createMany({
    data: [
      told,
      { ...told, accountId: acme.accountId },
      { ...told, accountId: ann.accountId },
      { ...told, topic: "other" },
    ],
  });
});
afterAll(() => api.close());

const list = (query: string, as = acme.designer) => api.fetch(`/notifications${query}`, { as });

test("the count of a topic is in the header", async () => {
  const reply = await list(`?topics[]=${TOPIC}&pageSize=1`);
  expect([reply.status, reply.body.length, reply.headers.get("elements-total-count")]).toEqual([200, 1, "3"]);
  expect(reply.body[0]).toMatchObject({
    id: expect.any(Number),
    topic: TOPIC,
    subject: "Half",
    message: "50 errors",
    severity: "low",
    active: true,
    acknowledged: false,
  });
  const rest = await list(`?topics[]=${TOPIC}&pageSize=5&nextPage=${reply.headers.get("elements-next-page-token")}`);
  expect(rest.body).toHaveLength(2);
});

test("several topics may be named; without any it is 400", async () => {
  expect((await list(`?topics[]=${TOPIC}&topics[]=other`)).headers.get("elements-total-count")).toBe("4");
  expect(await list("")).toMatchObject({ status: 400, body: { message: expect.stringContaining("topics[]") } });
});

test("users of an account see what is for all and for their account", async () => {
  expect((await list(`?topics[]=${TOPIC}`, ann)).body).toHaveLength(2);
});
