import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { parseEnv, SETTINGS } from "#server/env.ts";
import { resolveTemplate } from "#server/formula/expression.ts";
import { createSandbox, type RunningSandbox } from "#server/outside/sandbox/sandbox.ts";
import { aRunningApi, type RunningApi } from "#server/testing/running.ts";

const ROOT = join(import.meta.dirname, "..");

type Block = { page: string; line: number; language: string; kind: string; text: string };

/** The fenced blocks of README and docs/, with the word behind their language that says how they are tried. */
function blocks(): Block[] {
  const pages = [
    "README.md",
    ...readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" }).map((page) => `docs/${page}`),
  ];
  return pages
    .filter((page) => page.endsWith(".md"))
    .flatMap((page) => {
      const source = readFileSync(join(ROOT, page), "utf8");
      return [...source.matchAll(/^```(\w*) ?(\w*)\n([\s\S]*?)^```$/gm)].map(
        ([, language = "", kind = "", text = ""], index): Block => ({ page, line: index, language, kind, text }),
      );
    });
}

const ALL = blocks();
const of = (language: string, kind: string) => {
  const found = ALL.filter((block) => block.language === language && block.kind === kind);
  if (found.length === 0) throw new Error(`No page has a block "${language} ${kind}".`);
  return found.map((block) => [`${block.page} ${kind} ${block.line}`, block.text] as const);
};

let api: RunningApi;
let sandbox: RunningSandbox;
beforeAll(async () => {
  const settings = { processes: 1, timeoutMs: 5000, memoryMb: 64, requireJail: false };
  [api, sandbox] = await Promise.all([aRunningApi(), createSandbox({ ...settings, log: pino({ level: "silent" }) })]);
});
afterAll(() => Promise.all([api.close(), sandbox.close()]));

const post = (path: string, body: unknown) => api.fetch(path, { as: api.as, method: "POST", body });

test("every block of JSON in the pages is JSON", () => {
  for (const { page, line, text } of ALL.filter(({ language }) => language === "json"))
    expect(() => JSON.parse(text), `${page}, block ${line}`).not.toThrow();
});

test.each(of("json", "formula"))("%s can be saved, and runs where it needs no connection", async (_, text) => {
  const formula = JSON.parse(text) as { configuration?: unknown[]; steps: { type: string }[] };
  const saved = await post("/formulas", formula);
  expect(saved.status, saved.text).toBe(200);
  const goesOut = formula.steps.some(({ type }) => /request/i.test(type));
  if ((formula.configuration ?? []).length > 0 || goesOut) return;
  const instance = await post(`/formulas/${saved.body.id}/instances`, { name: "one" });
  expect(await api.run(instance.body.id, { name: "Ada" })).toMatchObject({ status: "success" });
});

test.each(of("json", "element"))("%s can be saved and connected", async (_, text) => {
  const element = JSON.parse(text) as { key: string };
  const saved = await post("/elements", element);
  expect(saved.status, saved.text).toBe(200);
  const instance = await post(`/elements/${element.key}/instances`, {
    name: "one",
    configuration: { username: "key" },
  });
  expect(instance.status, instance.text).toBe(200);
});

const expression = z.object({ given: z.record(z.string(), z.unknown()), text: z.string(), is: z.unknown() });
const context = { trigger: {}, steps: {}, config: {}, info: {} };

test.each(of("json", "expressions"))("%s are worth what they say", (_, text) => {
  for (const { given, text: template, is } of z.array(expression).parse(JSON.parse(text)))
    expect(resolveTemplate(template, { ...context, ...given } as never), template).toEqual(is);
});

describe("code", () => {
  const seen = {
    trigger: { args: { total: 150, currency: "EUR", lines: [{ price: 2, count: 3 }] } },
    steps: {},
    config: {},
    info: { formulaId: 1, formulaName: "f", formulaInstanceId: 2, formulaInstanceName: "i", formulaExecutionId: 3 },
  };
  const run = (body: string) =>
    sandbox.of(1).run({ body, scriptEngine: "v2", context: seen }, AbortSignal.timeout(5000));

  test.each([...of("js", "script"), ...of("js", "filter")])("%s runs", async (_, body) => {
    expect(await run(body)).toMatchObject({ ok: true });
  });

  test.each(of("js", "hook"))("%s runs", async (_, body) => {
    const variables = { request_parameters: {}, request_vendor_headers: {}, response_body: {}, configuration: {} };
    const answer = await sandbox
      .of(1)
      .hook({ body, isLegacy: false, variables, origins: [] }, AbortSignal.timeout(5000));
    expect(answer).toMatchObject({ ok: true });
  });
});

test("links between the pages lead to pages that exist", () => {
  const pages = new Set(ALL.map(({ page }) => page));
  for (const page of pages) {
    const source = readFileSync(join(ROOT, page), "utf8");
    for (const [, target = ""] of source.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)/g))
      expect(() => readFileSync(join(ROOT, page, "..", decodeURI(target))), `${page}: ${target}`).not.toThrow();
  }
});

test("the settings of the operations page are those of the product, with their defaults", () => {
  const page = readFileSync(join(ROOT, "docs/operations.md"), "utf8");
  const rows = [...page.matchAll(/^\| ((?:`[A-Z_]+`(?:, )?)+) \| ([^|]*) \|/gm)].flatMap(([, names = "", value = ""]) =>
    [...names.matchAll(/[A-Z_]+/g)].map(([name]) => [name, value.trim()] as const),
  );
  expect(rows.map(([name]) => name)).toEqual(SETTINGS);
  const defaults: Record<string, unknown> = parseEnv({});
  for (const [name, value] of rows)
    if (/^\d+$/.test(value)) expect([name, String(defaults[name])]).toEqual([name, value]);
});
