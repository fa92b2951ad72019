import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { stripTypeScriptTypes } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { getRequestListener } from "@hono/node-server";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { catalogFor } from "#server/catalog/registry.ts";
import { seedDemo } from "#server/demo/seed-demo.ts";
import { parseEnv, SETTINGS } from "#server/env.ts";
import { resolveTemplate } from "#server/formula/expression.ts";
import { STEP_TYPES } from "#server/formula/steps/registry.ts";
import { TRIGGER_TYPES } from "#server/formula/triggers/registry.ts";
import { createSandbox, type RunningSandbox } from "#server/outside/sandbox/sandbox.ts";
import { installCatalog } from "#server/services/element/install-catalog.ts";
import { signCallback } from "#server/services/notification/sign-callback.ts";
import { aDemoProvider, type DemoProvider } from "#server/testing/demo-provider.ts";
import { aRunningApi, type RunningApi } from "#server/testing/running.ts";

const ROOT = join(import.meta.dirname, "..");

type Block = { page: string; line: number; language: string; kind: string; file: string; text: string };

/** The fenced blocks of README and docs/. Their info string has the language, the kind of test, and a file name. */
function blocks(): Block[] {
  const pages = [
    "README.md",
    ...readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" }).map((page) => `docs/${page}`),
  ];
  return pages
    .filter((page) => page.endsWith(".md"))
    .flatMap((page) => {
      const source = readFileSync(join(ROOT, page), "utf8");
      return [...source.matchAll(/^```(\w*) ?(\w*) ?(\S*)\n([\s\S]*?)^```$/gm)].map(
        ([, language = "", kind = "", file = "", text = ""], index): Block => ({
          page,
          line: index,
          language,
          kind,
          file,
          text,
        }),
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
let provider: DemoProvider;
let server: Server;
/** The variables of a terminal set up as in "Set up your terminal" of docs/getting-started.md. */
let terminal: { API: string; AUTH: string };
beforeAll(async () => {
  const settings = { processes: 1, timeoutMs: 5000, memoryMb: 64, requireJail: false };
  provider = await aDemoProvider();
  const env = { DEMO_PROVIDER_PORT: new URL(provider.url).port };
  [api, sandbox] = await Promise.all([
    aRunningApi({ env, allow: ["127.0.0.1", "localhost"] }),
    createSandbox({ ...settings, log: pino({ level: "silent" }) }),
  ]);
  await installCatalog(api.app, catalogFor({ demoProviderUrl: provider.url }));
  const { userSecret, organizationSecret } = await seedDemo(api.app);
  server = createServer(getRequestListener(api.platform)).listen(0, "127.0.0.1");
  await once(server, "listening");
  terminal = {
    API: `http://127.0.0.1:${(server.address() as AddressInfo).port}/elements/api-v2`,
    AUTH: `User ${userSecret}, Organization ${organizationSecret}`,
  };
});
afterAll(async () => {
  server.close();
  await Promise.all([api.close(), sandbox.close(), provider.close()]);
});

const post = (path: string, body: unknown) => api.fetch(path, { as: api.as, method: "POST", body });

test("every block of JSON in the pages is JSON", () => {
  for (const { page, line, text } of ALL.filter(({ language }) => language === "json"))
    expect(() => JSON.parse(text), `${page}, block ${line}`).not.toThrow();
});

test.each([
  ...of("json", "formula").map((block) => [...block, "success"] as const),
  ...of("json", "failing").map((block) => [...block, "failed"] as const),
])("%s can be saved, and runs where it needs no connection", async (_, text, status) => {
  const formula = JSON.parse(text) as { configuration?: unknown[]; steps: { type: string }[] };
  const saved = await post("/formulas", formula);
  expect(saved.status, saved.text).toBe(200);
  const goesOut = formula.steps.some(({ type }) => /request/i.test(type));
  if ((formula.configuration ?? []).length > 0 || goesOut) return;
  const instance = await post(`/formulas/${saved.body.id}/instances`, { name: "one" });
  expect(await api.run(instance.body.id, { name: "Ada" })).toMatchObject({ status });
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

test.each(of("ts", "receiver"))("%s accepts our callbacks and no others", async (_, text) => {
  const { isFromFormulary } = await import(`data:text/javascript,${encodeURIComponent(stripTypeScriptTypes(text))}`);
  const [body, key] = ['{"objectId":"17"}', "shared"];
  const headers = signCallback({ id: "1", timestamp: 0, body }, { signatureKey: key, secrets: [] });
  const signature = headers["elements-webhook-signature"];
  expect(isFromFormulary(body, signature, key)).toBe(true);
  expect(isFromFormulary(`${body} `, signature, key)).toBe(false);
  expect(isFromFormulary(body, "sha256=", key)).toBe(false);
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
    const result = await sandbox
      .of(1)
      .hook({ body, isLegacy: false, variables, origins: [] }, AbortSignal.timeout(5000));
    expect(result).toMatchObject({ ok: true });
  });
});

describe("commands", () => {
  const pages = [...new Set(ALL.filter(isCommand).map(({ page }) => page))];

  test.each(pages)(
    "the commands of %s, pasted into one terminal in their order, have the results on the page",
    async (page) => {
      const own = ALL.filter((block) => block.page === page);
      const outputs = await paste(own);
      for (const [index, block] of own.entries()) {
        if (block.kind !== "reply") continue;
        const output = outputs.get(own[index - 1]?.line ?? -1);
        expect(output, `${page}: a reply stands behind the command that it belongs to`).toBeDefined();
        const problems = differences(JSON.parse(block.text), JSON.parse(output ?? ""));
        expect(problems, `${page}, block ${block.line}: ${output}`).toEqual([]);
      }
    },
  );
});

function isCommand({ language, text }: Block): boolean {
  return /^(bash|sh)$/.test(language) && /\bcurl\b/.test(text);
}

/** The subset of `jq` that the pages use, because not every machine has `jq` installed. */
const JQ = `node -e 'const [path, isRaw] = process.argv.slice(1).reverse();
  const value = path.match(/\\w+/g).reduce((whole, key) => whole[key], JSON.parse(require("fs").readFileSync(0, "utf8")));
  if (value === undefined) throw new Error(path + " is not in the response");
  console.log(isRaw && typeof value === "string" ? value : JSON.stringify(value));' -- "$@"`;

const END = "--- end of the block ---";

/**
 * The output of each command of a page, by the line of its block. A block whose kind is a status expects that status;
 * all others expect success.
 */
async function paste(own: Block[]): Promise<Map<number, string>> {
  const folder = mkdtempSync(join(tmpdir(), "formulary-docs-"));
  try {
    for (const { file, text } of own) {
      if (file === "") continue;
      mkdirSync(join(folder, dirname(file)), { recursive: true });
      writeFileSync(join(folder, file), here(text));
    }
    const commands = own.filter(isCommand);
    const script = commands.map(
      ({ kind, text }) => `curl() { ${curl(kind)} "$@"; }\n${here(text)}\necho; echo '${END}'`,
    );
    const { stdout } = await promisify(execFile)(
      "bash",
      ["-c", ["set -euo pipefail", `jq() { ${JQ}; }`, ...script].join("\n")],
      { cwd: folder, env: { ...process.env, ...terminal } },
    );
    const printed = stdout.split(END);
    return new Map(commands.map(({ line, kind }, index) => [line, withoutStatus(printed[index]?.trim() ?? "", kind)]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const curl = (kind: string) =>
  /^\d{3}$/.test(kind) ? "command curl -sS -w '\\n%{http_code}'" : "command curl -sS --fail-with-body";

function withoutStatus(output: string, kind: string): string {
  if (!/^\d{3}$/.test(kind)) return output;
  expect(output.slice(-3)).toBe(kind);
  return output.slice(0, -3);
}

/** The pages use the addresses of `npm start`; replaces them with those of the test. */
const here = (text: string) =>
  text
    .replaceAll("http://localhost:3000/elements/api-v2", terminal.API)
    .replaceAll("http://localhost:3100", provider.url);

/** Values that depend on what ran before, and when. */
const DIFFERS = /^(id|token|secret|url|totalItems)$|(Id|Ids|Ms|Date|At|Secret|Token|Url)$/;

/**
 * Differences between a reply and its example. Additional fields are allowed; values must be equal, except for ids,
 * dates and what is secret.
 */
function differences(shown: unknown, sent: unknown, path = "reply"): string[] {
  if (kindOf(shown) !== kindOf(sent)) return [`${path} is ${kindOf(sent)}, not ${kindOf(shown)}`];
  if (Array.isArray(shown))
    return shown.flatMap((entry, at) => differences(entry, (sent as unknown[])[at], `${path}[${at}]`));
  if (typeof shown === "object" && shown !== null)
    return Object.entries(shown).flatMap(([key, value]) =>
      differences(value, (sent as Record<string, unknown>)[key], `${path}.${key}`),
    );
  const [name = ""] = path.split(".").slice(-1);
  return shown === sent || DIFFERS.test(name.replace(/\[\d+\]$/, "")) ? [] : [`${path} is ${sent}, not ${shown}`];
}

const kindOf = (value: unknown) => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value);

test("links between the pages lead to pages that exist", () => {
  const pages = new Set(ALL.map(({ page }) => page));
  for (const page of pages) {
    const source = readFileSync(join(ROOT, page), "utf8");
    for (const [, target = ""] of source.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)/g))
      expect(() => readFileSync(join(ROOT, page, "..", decodeURI(target))), `${page}: ${target}`).not.toThrow();
  }
});

test("the page of formulas lists every type of step and trigger", () => {
  const page = readFileSync(join(ROOT, "docs/formulas.md"), "utf8");
  for (const type of [...Object.keys(STEP_TYPES), ...Object.keys(TRIGGER_TYPES)])
    expect(page).toMatch(new RegExp(`^\\| \`${type}\` \\|`, "m"));
});

test("the page of formulas names every property of each type of step", () => {
  const page = readFileSync(join(ROOT, "docs/formulas.md"), "utf8");
  const missing = Object.values(STEP_TYPES).flatMap(({ type, properties }) =>
    Object.keys(properties.shape)
      .filter((name) => !page.includes(`\`${name}\``))
      .map((name) => `${type}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test("the page of settings lists those of the product, with their defaults", () => {
  const page = readFileSync(join(ROOT, "docs/settings.md"), "utf8");
  const rows = [...page.matchAll(/^\| ((?:`[A-Z0-9_]+`(?:, )?)+) \| ([^|]*) \|/gm)].flatMap(
    ([, names = "", value = ""]) => [...names.matchAll(/[A-Z0-9_]+/g)].map(([name]) => [name, value.trim()] as const),
  );
  expect(rows.map(([name]) => name)).toEqual(SETTINGS);
  const defaults: Record<string, unknown> = parseEnv({});
  for (const [name, value] of rows)
    if (/^\d+$/.test(value)) expect([name, String(defaults[name])]).toEqual([name, value]);
});
