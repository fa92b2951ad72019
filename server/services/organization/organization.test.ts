import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type AuthHeaders, anApi, type TestApi } from "#server/testing/api.ts";
import { anIcon, aPng } from "#server/testing/images.ts";
import { anOrganization, type Person, type TestOrganization } from "#server/testing/organizations.ts";

let api: TestApi;
let acme: TestOrganization;
beforeAll(async () => {
  api = await anApi();
});
beforeEach(async () => {
  acme = await anOrganization(api.app);
});
afterAll(() => api.close());

const callApi = (path: string, request: Parameters<TestApi["fetch"]>[1] = {}) =>
  api.fetch(path, { as: acme.administrator, ...request });
const send = (method: string, path: string, body?: unknown, as?: AuthHeaders) =>
  callApi(path, { method, ...(body !== undefined && { body }), ...(as && { as }) });
const statusOf = async (reply: ReturnType<typeof callApi>) => (await reply).status;
const signIn = ({ email }: Pick<Person, "email">, password: string) =>
  api.fetch("/authentication", { method: "POST", body: { username: email, password } });

describe("/organizations/me", () => {
  test("says who one is part of, and its administrators change it", async () => {
    const { body } = await callApi("/organizations/me", { as: acme.viewer });
    expect(body).toMatchObject({ id: acme.id, secret: acme.secret, active: true, status: "paid" });
    const changed = await send("PUT", "/organizations/me", { name: "Acme", externalId: "a-1", city: "Ulm" });
    expect(changed.body).toMatchObject({ id: acme.id, name: "Acme", externalId: "a-1", city: "Ulm" });
    expect((await send("PUT", "/organizations/me", { country: "DE" })).body).toMatchObject({
      city: "Ulm",
      country: "DE",
    });
    const ann = await acme.aColleague({ role: "administrator" });
    for (const as of [acme.designer, ann])
      expect(await statusOf(send("PUT", "/organizations/me", { name: "x" }, as))).toBe(403);
  });

  test("users whom the operator permits create organizations, with a first user", async () => {
    const user = { email: `first-${acme.id}@example.test`, firstName: "Ada", lastName: "L", password: "Engine-1842-x" };
    expect(await statusOf(send("POST", "/organizations", { name: "New", user }))).toBe(403);
    await api.app.db.prisma.user.update({
      where: { id: acme.administrator.id },
      data: { roles: ["customer-admin"] },
    });
    const { body } = await send("POST", "/organizations", { name: "New", user });
    expect(body).toMatchObject({ name: "New", user: { email: user.email } });
    const as = { authorization: `User ${body.user.secret}, Organization ${body.secret}` };
    expect((await callApi("/accounts", { as })).body).toMatchObject([{ companyId: body.id, defaultAccount: true }]);
    expect(await statusOf(send("PUT", "/organizations/me", { name: "Newer" }, as))).toBe(200);
    const weak = { ...user, email: "x@example.test", password: "weak" };
    expect(await statusOf(send("POST", "/organizations", { name: "Weak", user: weak }))).toBe(400);
    expect(await statusOf(send("POST", "/organizations", { name: "Twin", user }))).toBe(409);
  });
});

describe("password policy", () => {
  const policy = {
    minLength: 8,
    minUppercase: 1,
    minLowercase: 1,
    minNumbers: 1,
    minSymbols: 1,
    symbolCharacterSet: "!@#$%^&*()",
    previousPasswordCount: 3,
    expirationDays: 180,
  };
  const PATH = "/organizations/password-policies";

  test("is set, read and taken back, by administrators of the organization", async () => {
    expect((await callApi(PATH)).body).toMatchObject({ minLength: 8, minNumbers: 1, previousPasswordCount: 0 });
    expect((await send("PUT", PATH, policy)).body).toEqual(policy);
    expect((await callApi(PATH)).body).toEqual(policy);
    expect(await statusOf(send("DELETE", PATH))).toBe(200);
    expect((await callApi(PATH)).body).toMatchObject({ previousPasswordCount: 0, expirationDays: 0 });
    for (const method of ["PUT", "DELETE"]) expect(await statusOf(send(method, PATH, policy, acme.designer))).toBe(403);
  });

  test.each([
    ["minLength", 7],
    ["minUppercase", 11],
    ["minLowercase", -1],
    ["minNumbers", 11],
    ["minSymbols", -1],
    ["symbolCharacterSet", null],
    ["expirationDays", -1],
    ["previousPasswordCount", 10],
  ])("%s of %j is 400 and named", async (field, value) => {
    const reply = await send("PUT", PATH, { ...policy, [field]: value });
    expect([reply.status, reply.body.message]).toEqual([400, expect.stringContaining(field)]);
  });

  test("applies to every password that is set, in every way", async () => {
    await send("PUT", PATH, { ...policy, minLength: 12 });
    const { email, id } = acme.designer;
    const password = "Short-1!";
    const headers = { "elements-user-password": acme.designer.password, "elements-user-newpassword": password };
    const ways = [
      send("POST", "/authentication/passwords", { password }, acme.designer),
      send("PATCH", `/users/${id}`, { password }),
      send("PATCH", `/organizations/users/${id}`, { password }),
      send("PUT", `/accounts/${acme.accountId}/users/${id}`, { password }),
      send("POST", "/organizations/users", { email: "n@example.test", firstName: "Nina", lastName: "N", password }),
      api.fetch(`/applications/users/${email}`, { method: "PUT", headers }),
      api.fetch(`/applications/users/${email}/password/reset`, { method: "PUT", headers }),
    ];
    for (const reply of await Promise.all(ways))
      expect([reply.status, reply.body.message]).toEqual([400, expect.stringContaining("at least 12")]);
    expect(await statusOf(signIn(acme.designer, acme.designer.password))).toBe(200);
  });

  test("the last passwords may not be used again, older ones may", async () => {
    await send("PUT", PATH, { ...policy, previousPasswordCount: 2 });
    const set = (password: string) => send("POST", "/authentication/passwords", { password }, acme.designer);
    const [first, second, third] = ["First-word-1!", "Second-word-2!", "Third-word-3!"] as const;
    for (const password of [first, second]) expect(await statusOf(set(password))).toBe(200);
    expect((await set(first)).body.message).toContain("last 2 passwords");
    expect((await set(second)).body.message).toContain("last 2 passwords");
    expect(await statusOf(set(third))).toBe(200);
    expect(await statusOf(set(first))).toBe(200);
  });

  test("a password that is too old is no way in until it is changed with itself", async () => {
    await send("PUT", PATH, policy);
    const { email, password } = acme.designer;
    api.app.at(new Date(Date.now() + 181 * 24 * 3600_000));
    const late = await signIn(acme.designer, password);
    expect([late.status, late.body.message]).toEqual([403, expect.stringContaining("expired")]);
    const headers = { "elements-user-password": password, "elements-user-newpassword": "Fresh-word-1!" };
    expect(await statusOf(api.fetch(`/applications/users/${email}/password/reset`, { method: "PUT", headers }))).toBe(
      200,
    );
    expect(await statusOf(signIn(acme.designer, "Fresh-word-1!"))).toBe(200);
    api.app.at(undefined);
  });
});

describe("passwords of one's own", () => {
  test("POST /authentication/passwords ends the sessions of the one before", async () => {
    const { token } = (await signIn(acme.viewer, acme.viewer.password)).body;
    const reply = await send("POST", "/authentication/passwords", { password: "Fresh-word-1!" }, acme.viewer);
    expect(reply.body).toMatchObject({ id: acme.viewer.id, organizationId: acme.id });
    expect(reply.body.token).toBeUndefined();
    const bearer = { authorization: `Bearer ${token}` };
    expect(await statusOf(api.fetch("/authentication/secrets", { as: bearer }))).toBe(401);
    expect(await statusOf(signIn(acme.viewer, "Fresh-word-1!"))).toBe(200);
  });

  test("/applications/users returns the secrets for the right password", async () => {
    const { email, password, secret } = acme.designer;
    const read = (headers: Record<string, string>) => api.fetch(`/applications/users/${email}`, { headers });
    expect((await read({ "elements-user-password": password })).body).toMatchObject({
      secret,
      organizationSecret: acme.secret,
    });
    expect(await statusOf(read({}))).toBe(401);
    const statuses = [];
    for (let tries = 0; tries < 6; tries++) statuses.push(await statusOf(read({ "elements-user-password": "x" })));
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });
});

describe("branding", () => {
  const fonts = { headerFont: "Helvetica", bodyFont: "Helvetica" };
  const colors = Object.fromEntries(
    [
      "headerColor bodyColor themePrimaryColor themeSecondaryColor themeHighlightColor buttonPrimaryBackgroundColor",
      "buttonPrimaryTextColor buttonSecondaryBackgroundColor buttonSecondaryTextColor buttonDeleteBackgroundColor",
      "buttonDeleteTextColor logoBackgroundColor topBarBackgroundColor navigationBackgroundColor contextBackgroundColor",
    ]
      .flatMap((line) => line.split(" "))
      .map((name, n) => [name, n % 2 ? "#c64" : "#AEdce7"]),
  );
  const branding = { ...fonts, ...colors };
  const PATH = "/organizations/branding";
  const PNG = aPng();
  const upload = (which: string, bytes: Uint8Array, as: AuthHeaders = acme.administrator) => {
    const form = new FormData();
    form.set("file", new File([Buffer.from(bytes)], "x.png"));
    const request = new Request("http://x", { method: "POST", body: form });
    const headers = { "content-type": request.headers.get("content-type") ?? "" };
    return callApi(`${PATH}/${which}`, { as, method: "PATCH", headers, body: request.body });
  };

  test("is set, read by everybody and taken away", async () => {
    expect(await statusOf(callApi(PATH))).toBe(404);
    expect((await send("PUT", PATH, branding)).body).toEqual(branding);
    expect((await send("PUT", PATH, { ...branding, bodyFont: "Arial" })).body.bodyFont).toBe("Arial");
    expect((await callApi(PATH, { as: acme.viewer })).body.bodyFont).toBe("Arial");
    expect(await statusOf(send("PUT", PATH, branding, acme.designer))).toBe(403);
    expect(await statusOf(send("DELETE", PATH))).toBe(200);
    expect(await statusOf(callApi(PATH))).toBe(404);
  });

  test("says what is missing and which colors are none", async () => {
    const missing = await send("PUT", PATH, { headerFont: "Helvetica" });
    expect([missing.status, missing.body.message]).toEqual([
      400,
      expect.stringContaining("Branding missing required field(s)"),
    ]);
    const invalid = await send("PUT", PATH, { ...branding, headerColor: "blah" });
    expect([invalid.status, invalid.body.message]).toEqual([
      400,
      "Branding contains invalid color field(s): headerColor",
    ]);
  });

  test("logo and favicon are images, whatever they are called, and stay when colors change", async () => {
    expect(await statusOf(upload("logo", PNG))).toBe(404);
    await send("PUT", PATH, branding);
    for (const which of ["logo", "favicon"]) expect(await statusOf(upload(which, PNG))).toBe(200);
    await send("PUT", PATH, { ...branding, bodyFont: "Arial" });
    const image = `data:image/png;base64,${PNG.toString("base64")}`;
    expect((await callApi(PATH)).body).toMatchObject({ bodyFont: "Arial", logo: image, favicon: image });
    const broken = await upload("logo", Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"));
    expect([broken.status, broken.body.message]).toEqual([400, expect.stringMatching(/^file: is not a complete PNG/)]);
    expect(await statusOf(upload("favicon", anIcon(PNG)))).toBe(200);
    expect(await statusOf(upload("logo", Buffer.from("<svg onload='alert(1)'>")))).toBe(400);
    expect(await statusOf(upload("logo", Buffer.concat([PNG, Buffer.alloc(300 * 1024)])))).toBe(413);
    expect(await statusOf(upload("logo", PNG, acme.designer))).toBe(403);
  });
});
