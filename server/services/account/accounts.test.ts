import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthHeaders, anApi, type TestApi } from "#server/testing/api.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";

let api: TestApi;
let acme: TestOrganization;
let other: TestOrganization;
beforeAll(async () => {
  api = await anApi();
  [acme, other] = [await anOrganization(api.app), await anOrganization(api.app)];
});
afterAll(() => api.close());

type RequestOptions = Parameters<TestApi["fetch"]>[1];
const callApi = (path: string, request: RequestOptions = {}) => api.fetch(path, { as: acme.administrator, ...request });
const send = (method: string, path: string, body?: unknown, as?: AuthHeaders) =>
  callApi(path, { method, ...(body !== undefined && { body }), ...(as && { as }) });
const anAccount = async (externalId = crypto.randomUUID()) => (await send("POST", "/accounts/", { externalId })).body;
const actions = (entityId: number) =>
  api.app.db.prisma.auditEntry
    .findMany({ where: { entity: "account", entityId: String(entityId) }, orderBy: { id: "asc" } })
    .then((rows) => rows.map(({ action }) => action));

describe("/accounts", () => {
  test("are made, read, changed and taken out of use; each is in the audit log", async () => {
    const created = await send("POST", "/accounts/", { externalId: "branch-7" });
    expect(created.status).toBe(200);
    expect(created.body).toEqual({
      id: expect.any(Number),
      name: "branch-7",
      description: "branch-7",
      externalId: "branch-7",
      active: true,
      companyId: acme.id,
      defaultAccount: false,
      type: "CompanyAccount",
      createdDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      updatedDate: expect.any(String),
    });
    const path = `/accounts/${created.body.id}`;
    expect((await callApi(path)).body).toEqual(created.body);
    expect((await send("PATCH", path, { name: "Branch <b>7</b>" })).body.name).toBe("Branch 7");
    expect((await send("PUT", path, { description: "x" })).body).toMatchObject({ name: "Branch 7", description: "x" });
    expect((await send("DELETE", path)).status).toBe(200);
    expect((await callApi(path)).status).toBe(404);
    expect((await callApi(`${path}?includeInactive=true`)).body.active).toBe(false);
    expect((await send("PATCH", path, { active: true })).body.active).toBe(true);
    expect(await actions(created.body.id)).toEqual(["created", "updated", "updated", "deleted", "updated"]);
  });

  test.each(["GET", "PATCH", "PUT", "DELETE"])("%s of -1 is 404", async (method) => {
    const reply = await send(method, "/accounts/-1", method === "GET" ? undefined : {});
    expect(reply.status).toBe(404);
    expect((await send(method, "/accounts/123456", method === "GET" ? undefined : {})).body.message).toBe(
      "No account found with ID 123456",
    );
  });

  test("without an externalId is 400 and names it", async () => {
    expect((await send("POST", "/accounts", { name: "x" })).body.message).toContain("externalId");
  });

  test("the list begins with the one default account, and knows where, offset, pages and inactive ones", async () => {
    const names = ["list-a", "list-b", "list-c"];
    for (const name of names) await anAccount(name);
    const all = (await callApi("/accounts")).body;
    expect(all[0]).toMatchObject({ id: acme.accountId, defaultAccount: true, type: "Default" });
    expect(all.filter(({ defaultAccount }: { defaultAccount: boolean }) => defaultAccount)).toHaveLength(1);

    const where = encodeURIComponent("name in ('list-a','list-b','list-c')");
    const named = async (rest = "") => {
      const { body } = await callApi(`/accounts?where=${where}${rest}`);
      return body.map(({ name }: { name: string }) => name);
    };
    expect(await named()).toEqual(names);
    expect(await named("&offset=1")).toEqual(["list-b", "list-c"]);
    const first = await callApi(`/accounts?where=${where}&pageSize=2`);
    const token = first.headers.get("elements-next-page-token");
    expect([first.body.length, first.headers.get("elements-total-count")]).toEqual([2, "3"]);
    expect(await named(`&pageSize=2&nextPage=${token}`)).toEqual(["list-c"]);

    const gone = all.find(({ name }: { name: string }) => name === "list-b");
    await send("DELETE", `/accounts/${gone.id}`);
    expect(await named()).toEqual(["list-a", "list-c"]);
    expect(await named("&includeInactive=true")).toEqual(names);
    expect((await callApi("/accounts?where=secret%3D'x'")).status).toBe(400);
  });

  test("administrators see them all; an administrator of one account sees that one and adds none", async () => {
    const ann = await acme.aColleague({ role: "administrator" });
    expect((await callApi("/accounts", { as: ann })).body.map(({ id }: { id: number }) => id)).toEqual([ann.accountId]);
    expect((await callApi(`/accounts/${acme.accountId}`, { as: ann })).status).toBe(404);
    expect((await send("POST", "/accounts", { externalId: "x" }, ann)).status).toBe(403);
    for (const path of ["/accounts", `/accounts/${acme.accountId}`, `/accounts/${acme.accountId}/users`])
      expect((await callApi(path, { as: acme.designer })).status).toBe(403);
  });

  test("only administrators of the organization change an externalId; others may send the same one", async () => {
    const account = await anAccount("customer-1");
    const ann = await acme.aColleague({ accountId: account.id, role: "administrator" });
    for (const method of ["PATCH", "PUT"]) {
      const refused = await send(method, `/accounts/${account.id}`, { externalId: "customer-2", name: "x" }, ann);
      expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining("externalId")]);
    }
    const same = await send("PATCH", `/accounts/${account.id}`, { externalId: "customer-1", description: "d" }, ann);
    expect(same.body).toMatchObject({ name: "customer-1", externalId: "customer-1", description: "d" });
    expect((await send("PATCH", `/accounts/${account.id}`, { externalId: "customer-2" })).body.externalId).toBe(
      "customer-2",
    );
  });

  test("an externalId is that of one active account, also in a race", async () => {
    const [first, second] = [await anAccount("taken-1"), await anAccount("taken-2")];
    const refused = [
      await send("POST", "/accounts", { externalId: "taken-1" }),
      await send("PATCH", `/accounts/${second.id}`, { externalId: "taken-1" }),
    ];
    for (const { status, body } of refused)
      expect([status, body.message]).toEqual([409, expect.stringContaining("externalId")]);
    expect((await send("PATCH", `/accounts/${first.id}`, { externalId: "taken-1" })).status).toBe(200);
    await send("DELETE", `/accounts/${first.id}`);
    expect((await send("PATCH", `/accounts/${second.id}`, { externalId: "taken-1" })).status).toBe(200);
    expect((await send("PATCH", `/accounts/${first.id}`, { active: true })).status).toBe(409);
    const racing = await Promise.all(
      Array.from({ length: 5 }, () => send("POST", "/accounts", { externalId: "raced" })),
    );
    expect(racing.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    const elsewhere = { as: other.administrator, method: "POST", body: { externalId: "raced" } };
    expect((await api.fetch("/accounts", elsewhere)).status).toBe(200);
  });

  test("the default account and one's own stay", async () => {
    const ann = await acme.aColleague({ role: "administrator" });
    expect((await send("DELETE", `/accounts/${acme.accountId}`)).status).toBe(403);
    expect((await send("PATCH", `/accounts/${acme.accountId}`, { active: false })).status).toBe(403);
    expect((await send("DELETE", `/accounts/${ann.accountId}`, undefined, ann)).status).toBe(403);
    expect((await callApi(`/accounts/${acme.accountId}`)).body.active).toBe(true);
  });

  test("users of a deactivated account have no access, by any secret", async () => {
    const ann = await acme.aColleague();
    const { body } = await api.fetch("/authentication", {
      method: "POST",
      body: { username: ann.email, password: ann.password },
    });
    const bearer = { authorization: `Bearer ${body.token}` };
    await send("DELETE", `/accounts/${ann.accountId}`);
    expect((await api.fetch("/formulas", { as: ann })).status).toBe(401);
    expect((await api.fetch("/authentication/secrets", { headers: bearer })).status).toBe(401);
    const again = { username: ann.email, password: ann.password };
    expect((await api.fetch("/authentication", { method: "POST", body: again })).status).toBe(401);
    await send("PATCH", `/accounts/${ann.accountId}`, { active: true });
    expect((await callApi(`/users/${ann.id}?includeInactive=true`)).body.active).toBe(false);
    expect((await api.fetch("/authentication", { method: "POST", body: again })).status).toBe(401);
  });

  test("under /organizations/{id} they are those of one's own organization", async () => {
    const path = `/organizations/${acme.id}/accounts`;
    const { body } = await send("POST", path, { externalId: "by-organization", name: "n", description: "d" });
    expect((await callApi(`${path}/${body.id}`)).body).toEqual(body);
    expect((await callApi(`${path}?where=id%3D${body.id}`)).body).toEqual([body]);
    expect((await callApi(`/organizations/${other.id}/accounts`)).status).toBe(404);
    expect((await send("POST", `/organizations/${other.id}/accounts`, { externalId: "x" })).status).toBe(404);
  });
});

describe("roles of an account", () => {
  test("are given, listed and taken back; everybody in the account has them", async () => {
    const ann = await acme.aColleague({ role: "viewer" });
    const path = `/accounts/${ann.accountId}/roles`;
    expect((await callApi(path)).body).toEqual([]);
    const given = await send("PUT", `${path}/org`);
    expect(given.body).toMatchObject({ id: expect.any(Number), key: "org", active: true, features: [] });
    expect((await callApi(path)).body).toEqual([given.body]);
    expect((await send("PUT", `${path}/org`)).status).toBe(409);
    expect((await send("POST", "/formulas", { name: "by a viewer" }, ann)).status).toBe(200);
    expect((await send("DELETE", `${path}/org`)).status).toBe(200);
    expect((await callApi(path)).body).toEqual([]);
    expect((await send("DELETE", `${path}/org`)).status).toBe(404);
    expect(await actions(ann.accountId)).toEqual(["roleGranted", "roleRevoked"]);
  });

  test.each(["PUT", "DELETE"])("%s checks in the documented order", async (method) => {
    const statusOf = async (path: string) => (await send(method, path)).status;
    expect(await statusOf("/accounts/-1/roles/admin")).toBe(404);
    expect(await statusOf("/accounts/999999/roles/foo")).toBe(404);
    expect(await statusOf("/accounts/1/roles/foo")).toBe(400);
    expect(await statusOf("/accounts/1/roles/admin")).toBe(403);
    expect(await statusOf(`/accounts/${other.accountId}/roles/admin`)).toBe(403);
    expect(await statusOf(`/accounts/${acme.accountId}/roles/sys-admin`)).toBe(403);
    expect(await statusOf(`/accounts/${acme.accountId}/roles/customer-admin`)).toBe(403);
    const ann = await acme.aColleague({ role: "administrator" });
    expect((await send(method, `/accounts/${ann.accountId}/roles/org-admin`, undefined, ann)).status).toBe(403);
    expect((await send(method, `/accounts/${ann.accountId}/roles/admin`, undefined, acme.designer)).status).toBe(403);
  });

  test("roles given twice at once are given once", async () => {
    const { id } = await anAccount();
    const replies = await Promise.all(Array.from({ length: 8 }, () => send("PUT", `/accounts/${id}/roles/org`)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    expect((await callApi(`/accounts/${id}/roles`)).body).toHaveLength(1);
  });
});

describe("settings", () => {
  const KEY = "notification.webhook.failure.policy";

  test("webhooks are retried unless it says otherwise, per account", async () => {
    const { id } = await anAccount();
    expect((await callApi("/accounts/settings")).body).toEqual({ [KEY]: "retry" });
    expect((await send("POST", `/accounts/${id}/settings`, { [KEY]: "queue" })).body).toEqual({ [KEY]: "queue" });
    expect((await callApi(`/accounts/${id}/settings`)).body).toEqual({ [KEY]: "queue" });
    expect((await send("PATCH", `/accounts/${id}/settings`, {})).body).toEqual({ [KEY]: "queue" });
    expect((await callApi("/accounts/settings")).body).toEqual({ [KEY]: "retry" });
    expect((await send("PATCH", "/accounts/settings", { [KEY]: "queue" })).body).toEqual({ [KEY]: "queue" });
    expect((await callApi("/accounts/settings", { as: acme.viewer })).body).toEqual({ [KEY]: "queue" });
  });

  test("anything else is 400 and names the field; others may not set them", async () => {
    const reply = await send("PATCH", "/accounts/settings", { [KEY]: "drop" });
    expect([reply.status, reply.body.message]).toEqual([400, expect.stringContaining(KEY)]);
    expect((await send("PATCH", "/accounts/settings", { [KEY]: "retry" }, acme.designer)).status).toBe(403);
    expect((await callApi(`/accounts/${other.accountId}/settings`)).status).toBe(404);
  });
});
