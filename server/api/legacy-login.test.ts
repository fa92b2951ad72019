import { afterAll, beforeAll, expect, test } from "vitest";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";
import { createLegacyLogin, isLegacyLogin } from "./legacy-login.ts";

/** At most a minute. */
const SECONDS = /^(?:[1-5]?\d|60)$/;
let api: TestApi;
let acme: TestOrganization;
let login: ReturnType<typeof createLegacyLogin>;
beforeAll(async () => {
  api = await anApi();
  acme = await anOrganization(api.app);
  login = createLegacyLogin(api.app);
});
afterAll(() => api.close());

const SECRETS = "/elements/api-v1/ui/getSecrets";
const signIn = (j_username: string, j_password: string) =>
  login.request("/elements/j_spring_security_check", {
    method: "POST",
    body: new URLSearchParams({ j_username, j_password }),
  });
const secrets = (cookie: string) => login.request(SECRETS, { headers: { cookie } });

test("a form and a cookie lead to both secrets, as legacy clients do", async () => {
  const { email, password, secret } = acme.administrator;
  const signedIn = await signIn(email, password);
  expect(signedIn.status).toBe(200);
  const [cookie = ""] = signedIn.headers.getSetCookie();
  expect(cookie).toMatch(/^JSESSIONID=[\w-]{43}; .*HttpOnly/);
  const secretsFound = await secrets(cookie.split(";", 1).join());
  expect([secretsFound.status, await secretsFound.json()]).toEqual([200, { user: secret, company: acme.secret }]);
  expect(secretsFound.headers.get("cache-control")).toBe("no-store");
  expect(await api.app.db.prisma.auditEntry.count({ where: { organizationId: acme.id, action: "secretRead" } })).toBe(
    1,
  );
});

test("a wrong password leads to a page that says so and may not be framed", async () => {
  const refused = await signIn(acme.viewer.email, "wrong");
  expect(refused.status).toBe(302);
  const page = await login.request(refused.headers.get("location") ?? "");
  expect([page.status, page.headers.get("x-frame-options")]).toEqual([200, "DENY"]);
  expect(await page.text()).toContain("error");
  for (let tries = 0; tries < 4; tries++) expect((await signIn(acme.viewer.email, "wrong")).status).toBe(302);
  const late = await signIn(acme.viewer.email, acme.viewer.password);
  expect([late.status, late.headers.get("retry-after")]).toEqual([429, expect.stringMatching(SECONDS)]);
});

test.each(["", "JSESSIONID=", "JSESSIONID=x", "JSESSIONID=x; JSESSIONID=y"])(
  "%j is no session: 401",
  async (cookie) => {
    expect((await secrets(cookie)).status).toBe(401);
  },
);

test("responds only on its own paths", () => {
  expect([SECRETS, `${SECRETS}?x=1`, "/elements/jsp/login.jsp"].every(isLegacyLogin)).toBe(true);
  expect(["/elements/api-v2/users", "/", "/elements/api-v1/ui/getSecretsOfOthers"].some(isLegacyLogin)).toBe(false);
});
