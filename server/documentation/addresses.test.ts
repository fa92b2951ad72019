import { afterAll, beforeAll, expect, test, vi } from "vitest";

beforeAll(() => {
  vi.resetModules();
  vi.stubEnv("PUBLIC_URL", "https://formulary.test/");
  vi.stubEnv("DEMO_PROVIDER_PORT", "4321");
});
afterAll(() => vi.unstubAllEnvs());

test("pages, searches, errors and agents have the addresses of the installation", async () => {
  const { allPages, explainedErrors, searchDocumentation } = await import("./documentation.ts");
  const { agentPages } = await import("./agent-pages.ts");
  const pages = await allPages();
  const texts = [
    ...pages.map(({ slug, blocks }) => [slug, JSON.stringify(blocks)]),
    ...(await Promise.all(pages.map(async ({ slug }) => [`agents' ${slug}`, await agentPages.read(slug)]))),
    ["errors", JSON.stringify(explainedErrors())],
    ["search", JSON.stringify(await searchDocumentation("address of the product mcp"))],
  ] as [string, string][];
  expect(texts.filter(([, text]) => /localhost:3[01]00/.test(text)).map(([name]) => name)).toEqual([]);
  const [, start = ""] = texts.find(([name]) => name === "getting-started") ?? [];
  expect(start).toContain("API=https://formulary.test/elements/api-v2");
  const [, curl = ""] = texts.find(([name]) => name === "element-from-curl") ?? [];
  expect(curl).toContain("http://localhost:4321/beacon/v2");
});
