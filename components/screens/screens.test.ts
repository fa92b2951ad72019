import { globSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { config } from "../../proxy.ts";
import { routeTo, SCREENS, type ScreenName } from "./screens.ts";

const NAMES = Object.keys(SCREENS) as ScreenName[];
const IS_MISSING = "It has no row in components/screens/screens.ts: add one, and an example in e2e/routes.ts.";

/** The folders of a page in `app`; those in parentheses are no part of its path. */
const PAGES = globSync("app/**/page.tsx").map((file) => {
  const folders = dirname(file).split("/").slice(1);
  const path = `/${folders.filter((folder) => !folder.startsWith("(")).join("/")}`;
  return { file, path, audience: folders[0] === "(workbench)" ? "users" : "everybody" };
});

const pageOf = (name: ScreenName) => PAGES.find(({ path }) => path === SCREENS[name].path);

test.each(PAGES)("$path is in the table of screens", ({ path }) => {
  expect(
    NAMES.filter((name) => SCREENS[name].path === path),
    `app has a page for ${path}. ${IS_MISSING}`,
  ).toHaveLength(1);
});

test.each(NAMES)("%s is a page with the title and for the users that the table says", (name) => {
  const { path, audience, title } = SCREENS[name];
  const page = pageOf(name);
  expect(page, `No page in app has the path ${path}: add it, or remove its row from screens.ts.`).toBeDefined();
  expect(page?.audience, "Pages that need a signed-in user are in app/(workbench).").toBe(audience);
  const source = readFileSync(page?.file ?? "", "utf8");
  expect(/titled\("(\w+)"\)/.exec(source)?.[1], `${page?.file}: generateMetadata = titled("${name}")`).toBe(
    title === null ? undefined : name,
  );
});

const [matcher = ""] = config.matcher;
const isGuarded = (path: string) => new RegExp(`^${matcher}$`).test(path);

test.each(NAMES)("%s gets a content security policy of its own", (name) => {
  expect(isGuarded(SCREENS[name].path)).toBe(true);
});

test("responses for programs are no pages", () => {
  const handlers = globSync("app/**/route.ts").map((file) => dirname(file).slice("app".length));
  expect(handlers).toContain("/elements/api-v2/[[...path]]");
  expect(handlers.filter(isGuarded)).toEqual([]);
});

test.each([
  [routeTo("home"), "/home"],
  [routeTo("run", { executionId: 7 }), "/runs/7"],
  [routeTo("run", { executionId: 7, step: "send & wait", i: undefined }), "/runs/7?step=send+%26+wait"],
  [routeTo("runs", { q: "a/b" }), "/runs?q=a%2Fb"],
  [routeTo("connect", { elementKey: "a/b?c" }), "/connections/new/a%2Fb%3Fc"],
  [routeTo("connect", { elementKey: "$&" }), "/connections/new/%24%26"],
  [routeTo("formulaInstance", { formulaId: 1, formulaInstanceId: 2 }), "/formulas/1/instances/2"],
])("%s", (route, address) => expect(route).toBe(address));
