import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { foldedText, writtenForms } from "./search-text.ts";
import { anApi, type TestApi } from "./testing/api.ts";
import { anElement } from "./testing/elements.ts";
import { anOrganization, type TestOrganization } from "./testing/organizations.ts";

const COMPOSED = "M\u00fcller \u00c5 100%";
const DECOMPOSED = COMPOSED.normalize("NFD");

test("one text is found however its letters are written", () => {
  expect(COMPOSED).not.toBe(DECOMPOSED);
  expect(foldedText(DECOMPOSED)).toBe(foldedText(COMPOSED));
  expect(writtenForms("Meyer")).toEqual(["Meyer"]);
  expect(new Set(writtenForms(DECOMPOSED))).toEqual(new Set([COMPOSED, DECOMPOSED]));
});

const isScreen = (file: string) => file.startsWith("components/");

test("no list searches past the helpers", () => {
  const root = path.join(import.meta.dirname, "..");
  const past = globSync("{server,components}/**/*.{ts,tsx}", {
    cwd: root,
    exclude: ["**/generated/**", "**/*.test.ts"],
  })
    .filter((file) => file !== "server/store/database/containing.ts")
    .filter((file) => {
      const text = readFileSync(path.join(root, file), "utf8");
      return (
        /mode: "insensitive"|ilike (?!any\()/.test(text) ||
        (isScreen(file) && /toLowerCase\(\)\s*\.includes\(/.test(text))
      );
    });
  expect(past).toEqual([]);
});

let api: TestApi;
let acme: TestOrganization;
beforeAll(async () => {
  api = await anApi();
  acme = await anOrganization(api.app);
});
afterAll(() => api.close());

const send = (method: string, url: string, body?: object) =>
  api.fetch(url, { as: acme.administrator, method, ...(body && { body }) });

test.each([
  ["composed", COMPOSED, DECOMPOSED],
  ["decomposed", DECOMPOSED, COMPOSED],
])("lists find names that are stored %s, and their wildcards stay letters", async (form, stored, typed) => {
  const text = (value: string) => encodeURIComponent(value);
  const element = (await send("POST", "/elements", anElement({ name: stored, key: `k-${form}` }))).body;
  await send("POST", "/instances", { name: stored, element: { id: element.id } });
  const steps = [{ name: "a", type: "script", properties: { body: "done({})" } }];
  const formula = (await send("POST", "/formulas", { name: stored, triggers: [{ type: "manual" }], steps })).body;
  await send("POST", `/formulas/${formula.id}/instances`, { name: stored });
  await send("POST", "/accounts", { name: stored, externalId: form });
  for (const url of [
    `/elements?search=${text(typed.slice(0, -5))}`,
    `/instances?searchText=${text(typed.slice(0, -5))}`,
    `/formulas/instances?searchText=${text(typed)}`,
    `/formulas?where=${text(`name='${typed}'`)}`,
    `/accounts?where=${text(`name='${typed}'`)}`,
  ]) {
    const { body } = await send("GET", url);
    expect(
      body.map(({ name }: { name: string }) => name),
      url,
    ).toContain(stored);
    expect((await send("GET", url.replace("M", "M_"))).body, url).toEqual([]);
  }
});
