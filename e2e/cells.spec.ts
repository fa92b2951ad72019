import { randomBytes } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import type { EmbeddedPostgres } from "../server/launch/embedded-postgres.ts";
import { onDatabase } from "../server/launch/on-database.ts";
import { freePort } from "../server/launch/ports.ts";
import { startTemporaryPostgres } from "../server/launch/temporary-postgres.ts";
import { createVault } from "../server/outside/vault.ts";
import { mintSetupLink } from "../server/services/setup/setup-link.ts";
import { applyMigrations } from "../server/testing/postgres-setup.ts";
import { aRouterProcess, type RouterProcess } from "../server/testing/router-process.ts";
import { aWebProcess, type WebProcess } from "../server/testing/web-process.ts";
import { test } from "./hydrated.ts";
import { OIDC_CLIENT } from "./oidc-provider.ts";

/** One sign-in page in front of two installations, each with a database of its own (docs/scale.md). */
const CELL_KEY = randomBytes(32).toString("base64");
const PASSWORD = "Correct horse, battery 9";
const PEOPLE = [
  { firstName: "Ada", organization: "First" },
  { firstName: "Grace", organization: "Second" },
].map((person) => ({ ...person, email: `${person.firstName.toLowerCase()}@cells.test` }));

let postgres: EmbeddedPostgres;
let cells: WebProcess[];
let router: RouterProcess;
let origin: string;

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  const port = await freePort();
  origin = `http://localhost:${port}`;
  postgres = await startTemporaryPostgres();
  cells = await Promise.all(PEOPLE.map((_, index) => aCell(index)));
  router = await aRouterProcess(port, {
    CELLS: cells.map(({ api }, index) => `cell-${index}=${new URL(api).origin}`).join(),
    CELL_KEY,
    PUBLIC_URL: origin,
  });
});
test.afterAll(async () => {
  await Promise.all([router?.kill(), ...(cells ?? []).map((cell) => cell.kill())]);
  await postgres?.stop();
});

const keysOf = (index: number) => `k1:${Buffer.alloc(32, index + 1).toString("base64")}`;

async function aCell(index: number): Promise<WebProcess> {
  const url = Object.assign(new URL(postgres.url), { pathname: `cell_${index}` });
  await onDatabase(postgres.adminUrl, (client) => client.query(`create database cell_${index} owner ${url.username}`));
  await applyMigrations(url.href);
  return aWebProcess(url.href, {
    ...{ ENCRYPTION_KEYS: keysOf(index), CELL_KEY, PUBLIC_URL: origin, TRUST_PROXY: "1" },
    ...{ OIDC_ISSUER: process.env.E2E_OIDC_ISSUER ?? "", OIDC_NAME: "Acme" },
    ...{ OIDC_CLIENT_ID: OIDC_CLIENT.id, OIDC_CLIENT_SECRET: OIDC_CLIENT.secret },
  });
}

async function enter(page: Page, email: string) {
  await page.goto(`${origin}/sign-in`);
  await page.getByLabel("E-mail").click();
  await page.keyboard.type(email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Enter");
}
async function signOut(page: Page) {
  await page.getByRole("button", { name: /account menu$/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByLabel("Password")).toBeVisible();
}
const greeting = (page: Page) => page.getByRole("heading", { level: 1 });

test("the setup link of each cell, and then its users, reach it by one address", async ({ page }) => {
  for (const [index, { email, firstName, organization }] of PEOPLE.entries()) {
    const app = { vault: createVault(keysOf(index)), now: () => new Date(), env: { PUBLIC_URL: origin } };
    await page.goto(mintSetupLink(app, { email, organization, name: `${firstName} Tester` }).url);
    await page.getByLabel("Password").click();
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press("Enter");
    await expect(greeting(page)).toHaveText(`Hello, ${firstName}.`);
    await signOut(page);
  }
  for (const { email, firstName } of PEOPLE.toReversed()) {
    await enter(page, email);
    await expect(greeting(page)).toHaveText(`Hello, ${firstName}.`);
    await page.reload();
    await expect(greeting(page)).toHaveText(`Hello, ${firstName}.`);
    await signOut(page);
  }
});

test("OpenID Connect leads a person to their cell at the second click, and from then on at the first", async ({
  page,
}) => {
  const url = process.env.E2E_OIDC_ISSUER ?? "";
  await page.context().addCookies([{ name: "person", value: encodeURIComponent(PEOPLE[1]?.email ?? ""), url }]);
  const begin = () => page.getByRole("button", { name: "Sign in with Acme" }).click();
  await page.goto(`${origin}/sign-in`);
  await begin();
  await expect(page.getByRole("alert").filter({ hasText: "another part of Formulary" })).toBeVisible();
  await begin();
  await expect(greeting(page)).toHaveText("Hello, Grace.");
  await signOut(page);
  await begin();
  await expect(greeting(page)).toHaveText("Hello, Grace.");
});

test("while a cell is down, its people read so, and others sign in", async ({ page }) => {
  await cells[1]?.kill();
  await enter(page, PEOPLE[1]?.email ?? "");
  await expect(page.getByRole("alert").filter({ hasText: "does not respond" })).toBeVisible();
  await enter(page, PEOPLE[0]?.email ?? "");
  await expect(greeting(page)).toHaveText("Hello, Ada.");
});
