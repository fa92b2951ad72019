import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { readFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type AProvider, aProvider, aRunningApi, type RunningApi } from "#server/testing/running.ts";

/** Periodic work would run during each request, on a machine where a request takes a second. */
const PERIODIC: "setInterval"[] = ["setInterval"];

let api: RunningApi;
let provider: AProvider;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: PERIODIC });
  api = await aRunningApi({ works: false });
  provider = await aProvider((_, response) =>
    response.writeHead(200, { "content-type": "application/json" }).end('[{"id":7,"name":"Ada"}]'),
  );
});
afterAll(async () => {
  await api.close();
  await provider.close();
});

// The two hottest requests, after everything was compiled and opened. A change that adds a file to one of them takes
// another out (docs/architecture.md, "Hot paths").
const ROOT = fileURLToPath(new URL("..", import.meta.url));
const SHIPPED = /^server\/(?!testing\/|generated\/).*(?<![.]test)[.]ts$/;
/** Vitest reads an export by a function, Node by a variable. */
const EXPORT = /__vi_export|^get\b|^\(\)\s*(?:=>)?\s*\{\s*(?:try\s*\{\s*)?return\s+[\w$]+;?\s*\}/;

/** Reads, as often as it is called, which files of the product had a function that ran since the last time. */
async function coverage(): Promise<{ files: () => Promise<string[]>; close: () => void }> {
  const session = new Session();
  session.connect();
  await session.post("Debugger.enable");
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  const sources = new Map<string, string>();
  async function sourceOf(scriptId: string): Promise<string> {
    const source = sources.get(scriptId) ?? (await session.post("Debugger.getScriptSource", { scriptId })).scriptSource;
    sources.set(scriptId, source);
    return source;
  }
  async function files() {
    const { result } = await session.post("Profiler.takePreciseCoverage");
    const ran: string[] = [];
    for (const { url, scriptId, functions } of result) {
      const file = relative(ROOT, url.startsWith("file:") ? fileURLToPath(url) : url);
      if (!SHIPPED.test(file)) continue;
      const counted = functions.filter(({ ranges: [range] }) => (range?.count ?? 0) > 0);
      if (counted.length === 0) continue;
      const source = await sourceOf(scriptId);
      if (counted.some(({ ranges: [range] }) => !EXPORT.test(source.slice(range?.startOffset, range?.endOffset))))
        ran.push(file);
    }
    return ran.sort();
  }
  return { files, close: () => session.disconnect() };
}

/**
 * The files that every one of several warm requests runs; unrelated background work is not in all of them. Timeouts are
 * stopped as well meanwhile: on a slow machine the batched writes every 200 ms would overlap each request.
 */
async function warm(request: () => Promise<{ status: number }>): Promise<string[]> {
  vi.useFakeTimers({ toFake: ["setTimeout", ...PERIODIC] });
  await request();
  await request();
  const { files, close } = await coverage();
  let passed: string[] | undefined;
  for (let time = 0; time < 15; time++) {
    await files();
    expect((await request()).status).toBe(200);
    const ran = await files();
    passed = passed?.filter((file) => ran.includes(file)) ?? ran;
  }
  close();
  vi.useFakeTimers({ toFake: PERIODIC });
  return passed ?? [];
}

/** The files that the page lists for a request, stage by stage. */
function stagesOf(request: string): string[] {
  const [, after = ""] = PAGE.split(`**\`${request}\`:`);
  const [table = ""] = after.split("\n\n").slice(1);
  const cells = table.split("\n").slice(2);
  return cells.flatMap((row) =>
    (row.split("|")[2] ?? "").split(";").flatMap((part) => {
      const [folder, names] = part.includes("`:") ? part.split(":") : ["", part];
      const prefix = folder?.replaceAll(/[\s`]/g, "") ?? "";
      return [...(names ?? "").matchAll(/`([^`]+)`/g)].map(([, name]) => `server/${prefix}${name}.ts`);
    }),
  );
}

const PAGE = readFileSync(new URL("../docs/architecture.md", import.meta.url), "utf8");

/** The async stack trace when a message is published on a channel during `work`. */
async function stackOf(channel: string, work: () => Promise<unknown>): Promise<string> {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = Number.POSITIVE_INFINITY;
  let stack = "";
  const read = () => {
    stack ||= new Error().stack ?? "";
  };
  subscribe(channel, read);
  try {
    await work();
  } finally {
    unsubscribe(channel, read);
    Error.stackTraceLimit = limit;
  }
  return stack;
}

const waiting = (stack: string) => [
  ...new Set(
    [...stack.matchAll(/\(?(\/[^\s():]+):\d+:\d+/g)]
      .map(([, file = ""]) => relative(ROOT, file))
      .filter((file) => SHIPPED.test(file)),
  ),
];

const notIn = (files: readonly string[], some: readonly string[]) => some.filter((file) => !files.includes(file));

test("a list of a connection passes few files from its route to the provider", async () => {
  const element = await api.fetch("/elements", {
    as: api.as,
    method: "POST",
    body: {
      name: "Crm",
      description: "A CRM",
      hub: "crm",
      authentication: { type: "apiKey" },
      configuration: [
        { key: "base.url", name: "Base", description: "Base", defaultValue: `${provider.url}/v1` },
        { key: "username", name: "Key", description: "Key", type: "PASSWORD", required: true },
      ],
      parameters: [{ name: "username", vendorName: "X-Key", type: "configuration", vendorType: "header" }],
      resources: [{ path: "/contacts", method: "GET", vendorPath: "/people" }],
    },
  });
  const instance = await api.fetch(`/elements/${element.body.key}/instances`, {
    as: api.as,
    method: "POST",
    body: { name: "Main", configuration: { username: "key" } },
  });
  const [user] = api.as.authorization.split(",");
  const as = { authorization: `${user}, Element ${instance.body.token}` };
  const list = () => api.fetch("/hubs/crm/contacts", { as });
  const files = await warm(list);
  const stages = stagesOf("GET /hubs/{hub}/{resource}");
  expect(waiting(await stackOf("undici:request:create", list))).toContain("server/outside/egress/send.ts");
  expect(notIn(stages, waiting(await stackOf("undici:request:create", list)))).toEqual([]);
  expect(notIn(files, stages)).toEqual([]);
  expect(stages.length).toBeLessThanOrEqual(25);
  expect(files.length, files.join("\n")).toBeLessThanOrEqual(48);
});

test("an execution passes few files from its route to its row", async () => {
  const { formulaInstanceId } = await api.aRunnable({
    name: "Greets",
    triggers: [{ type: "manual", onSuccess: ["greet"] }],
    steps: [{ name: "greet", type: "script", properties: { body: "done({})" } }],
  });
  const start = () =>
    api.fetch(`/formulas/instances/${formulaInstanceId}/executions`, { as: api.as, method: "POST", body: {} });
  const files = await warm(start);
  const stages = stagesOf("POST /formulas/instances/{id}/executions");
  expect(stages).toContain("server/store/execution/execution-writer.ts");
  expect(notIn(files, stages)).toEqual([]);
  expect(stages.length).toBeLessThanOrEqual(18);
  expect(files.length, files.join("\n")).toBeLessThanOrEqual(28);
});
