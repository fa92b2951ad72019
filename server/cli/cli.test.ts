import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { aDemoProduct, type ConnectedElement, type DemoProduct } from "#server/testing/demo-product.ts";
import { cli } from "./cli.ts";
import { COMMANDS } from "./commands.ts";

// Every command, against the API over HTTP.

const execute = promisify(execFile);
const ROOT = path.join(import.meta.dirname, "../..");

let product: DemoProduct;
let server: Server;
let env: Record<string, string>;
let folder: string;
let crm: ConnectedElement;
const secrets: string[] = [];

beforeAll(async () => {
  product = await aDemoProduct();
  server = createServer(getRequestListener(product.platform)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const [, user = "", organization = ""] = /^User (.*), Organization (.*)$/.exec(product.as.authorization) ?? [];
  secrets.push(user, organization);
  env = {
    FORMULARY_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    FORMULARY_USER_SECRET: user,
    FORMULARY_ORGANIZATION_SECRET: organization,
  };
  crm = await product.connect("demobeacon");
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await product.close();
});
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "formulary-cli-"));
  return () => rm(folder, { recursive: true, force: true });
});

async function run(
  line: string | string[],
  {
    input = "",
    more = {} as Record<string, string>,
    until,
    fetch: fetchWith = fetch,
  }: { fetch?: typeof fetch; input?: string; more?: Record<string, string>; until?: () => string } = {},
) {
  const [output, errors] = [new PassThrough(), new PassThrough()];
  const printed = Promise.all([text(output), text(errors)]);
  const stop = new AbortController();
  // A command that runs until it is stopped is stopped once it has written the awaited text.
  let written = "";
  const watched = until && setInterval(() => written.includes(until()) && stop.abort(), 50);
  const write = output.write.bind(output);
  output.write = ((part: string) => {
    written += part;
    return write(part);
  }) as typeof output.write;
  const world = { cwd: folder, input: Readable.from([input]), output, errors, isInteractive: false, fetch: fetchWith };
  const parameters = Array.isArray(line) ? line : line.split(" ");
  const exitCode = await cli(parameters, { ...world, env: { ...env, ...more }, signal: stop.signal }, "1.2.3");
  clearInterval(watched);
  output.end();
  errors.end();
  const [shown, noted] = await printed;
  for (const secret of secrets) expect(shown + noted).not.toContain(secret);
  return { exitCode, shown, noted, json: () => JSON.parse(shown) };
}

const script = (name: string, body: string, ...onSuccess: string[]) => ({
  name,
  type: "script",
  properties: { body },
  onSuccess,
});
async function aFormula(name: string, ...steps: object[]): Promise<number> {
  const triggers = [{ type: "manual", onSuccess: [(steps[0] as { name: string }).name] }];
  const formula = await product.send("POST /formulas", { name, triggers, steps });
  const instance = await product.send(`POST /formulas/${formula.body.id}/instances`, { name, configuration: {} });
  return instance.body.id;
}

test("the help names every command, with examples", async () => {
  const { exitCode, shown } = await run("--help");
  expect(exitCode).toBe(0);
  for (const name of ["login", "pull", "diff", "apply|push", "run", "logs", "replay", "bulk"])
    expect(shown).toContain(name);
  expect((await run("bulk download --help")).shown).toContain("Examples:\n  formulary bulk download contacts");
  expect((await run("--version")).shown).toBe("1.2.3\n");
});

test.each([
  ["a command that does not exist", "teleport", /unknown command 'teleport'/],
  ["a missing parameter", "run", /missing required argument 'formulaInstanceId'/],
  ["an option that does not exist", "pull --nothing", /unknown option '--nothing'/],
  ["an id that does not exist", "run 999999", /There is no formula instance 999999\. \(404\)\nRequest \S/],
  ["input that is no JSON", "run 1 --data {", /^The input is not valid JSON/],
  ["a folder that does not exist", "apply nowhere", /^There is no folder/],
  ["a status that does not exist", "logs --status nope", /^--status: must be one of queued, pending, retry, success, /],
])("%s is refused in a sentence", async (_, line, message) => {
  const { exitCode, shown, noted } = await run(line);
  expect([exitCode, shown]).toEqual([1, ""]);
  expect(noted).toMatch(message);
});

test("an address that cannot be reached is named", async () => {
  const { exitCode, noted } = await run("whoami", { more: { FORMULARY_URL: "http://127.0.0.1:1" } });
  expect([exitCode, noted]).toEqual([1, expect.stringMatching(/^http:\/\/127\.0\.0\.1:1 cannot be reached: /)]);
});

test.each(["localhost:3900", "ftp://localhost", "formulary", "http://"])(
  "the address %s is refused, with what addresses begin with",
  async (url) => {
    for (const line of ["whoami", "login"])
      expect(await run(line, { more: { FORMULARY_URL: url } })).toMatchObject({
        exitCode: 1,
        noted: expect.stringMatching(
          new RegExp(`^The address ${url} is not valid. It must begin with http:// or https://`),
        ),
      });
  },
);

/** By command and parameter: a line in which `%` is the file or folder. */
const WITH_FILES: Record<string, string> = {
  "pull [folder]": "pull %",
  "diff [folder]": "diff %",
  "apply [folder]": "apply %",
  "apply --base <folder>": "apply a-folder --base %",
  "test --definition <file>": "test --formula 1 --definition %",
  "test --junit <file>": "test --junit %",
  "run -i, --input <file>": "run 1 --input %",
  "bulk download -o, --output <file>": "bulk download contacts --instance 1 -o %",
  "bulk upload <file>": "bulk upload contacts % --instance 1",
};

test("every parameter that is a file or folder is known", () => {
  const flags = COMMANDS.flatMap(({ name, parameters = "", options = [] }) =>
    [...parameters.split(" "), ...options.map(([flag]) => flag)]
      .filter((flag) => /[<[](file|folder)[\]>]/.test(flag))
      .map((flag) => `${name} ${flag}`),
  );
  expect(flags.toSorted()).toEqual(Object.keys(WITH_FILES).toSorted());
});

test.each(Object.entries(WITH_FILES))(
  "%s: a wrong one is refused in a sentence, before any request",
  async (what, line) => {
    await writeFile(path.join(folder, "a-file"), "{}");
    await mkdir(path.join(folder, "a-folder"));
    const fetchNothing: typeof fetch = () => expect.fail("a request was sent");
    const wrong = what.includes("folder") ? ["a-file", "a-file/below"] : ["a-folder", "nowhere/below", "a-file/below"];
    for (const name of wrong) {
      const { exitCode, shown, noted } = await run(line.replace("%", name), { fetch: fetchNothing });
      expect([exitCode, shown]).toEqual([1, ""]);
      expect(noted).toMatch(
        /^(There is no (file|folder) [^\n]*|[^\n]*(cannot be written: there is no folder [^\n]*|is a (file|folder), not a (file|folder)))\.\n$/,
      );
      expect(noted).toContain(name.split("/")[0]);
    }
  },
);

test("two formulas of one name are unchanged after a pull, and one that was changed is blocked", async () => {
  await aFormula("Twin", script("say", "done({ a: 1 });"));
  await aFormula("Twin", script("say", "done({ a: 2 });"));
  await run("pull twins --name Twin");
  expect((await run("diff twins --name Twin")).exitCode).toBe(0);
  expect(await run("apply twins")).toMatchObject({ exitCode: 0, shown: expect.stringContaining("Nothing to do.") });
  await writeFile(path.join(folder, "twins/formulas/Twin/say.js"), "done({ a: 3 });");
  const { shown } = await run("apply twins --dry-run");
  expect(shown.match(/ formula Twin \(\w+\)/g)?.toSorted()).toEqual([
    " formula Twin (blocked)",
    " formula Twin (unchanged)",
  ]);
});

test("a login is kept for the next commands, readable by its user alone, and forgotten", async () => {
  const more = { XDG_CONFIG_HOME: folder };
  const login = await run("login", { more });
  expect([login.exitCode, login.noted]).toEqual([0, ""]);
  const file = path.join(folder, "formulary", "credentials.json");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const without = { ...more, FORMULARY_URL: "", FORMULARY_USER_SECRET: "" };
  expect((await run("whoami", { more: without })).shown).toContain(env.FORMULARY_URL);
  await run("logout", { more });
  expect((await run("whoami", { more: without })).noted).toMatch(/^You are not logged in/);
});

test("secrets that are wrong are not kept", async () => {
  const more = { XDG_CONFIG_HOME: folder, FORMULARY_USER_SECRET: "wrong" };
  expect((await run("login", { more })).exitCode).toBe(1);
  await expect(stat(path.join(folder, "formulary"))).rejects.toThrow();
});

test("definitions are pulled, changed, compared, planned and applied", async () => {
  await aFormula("Pulled", script("say", "done({ a: 1 });"));
  const pulled = await run("pull all");
  expect(pulled.shown).toContain("written  formulas/Pulled/say.js");
  expect((await run("pull all")).shown).toMatch(/^Nothing to write/);
  expect(await run("diff all")).toMatchObject({ exitCode: 0, shown: "No differences.\n" });
  expect((await run("apply all --dry-run")).exitCode).toBe(0);

  for (const text of ["done({ a: 1 });", "done({ a: 1 });\n"]) {
    await writeFile(path.join(folder, "all/formulas/Pulled/say.js"), text);
    expect(await run("diff all")).toMatchObject({ exitCode: 0, shown: "No differences.\n" });
    expect((await run("apply all --dry-run")).exitCode).toBe(0);
  }

  await writeFile(path.join(folder, "all/formulas/Pulled/say.js"), "done({ a: 2 });");
  const compared = await run("diff all");
  expect(compared.exitCode).toBe(2);
  expect(compared.shown).toContain("-done({ a: 1 });");
  expect(compared.shown).toContain("+done({ a: 2 });");
  const planned = await run("apply all --dry-run");
  expect([planned.exitCode, planned.shown]).toEqual([2, expect.stringContaining("~ formula Pulled (update)")]);
  expect(await run("apply all")).toMatchObject({ exitCode: 1, noted: expect.stringContaining("Add --yes") });
  expect((await run("diff all")).exitCode).toBe(2);
  expect(await run("push all --yes")).toMatchObject({
    exitCode: 0,
    shown: expect.stringContaining("1 applied, 0 failed."),
  });
  expect((await run("diff all")).exitCode).toBe(0);
});

test("changes of others after the plan are not overwritten", async () => {
  const id = await aFormula("Shared", script("say", "done({ a: 1 });"));
  await run("pull all --name Shared");
  await writeFile(path.join(folder, "all/formulas/Shared/say.js"), "done({ a: 2 });");
  const { exitCode, noted } = await run("apply all --yes", {
    // Another person publishes between the plan and the import.
    async fetch(address, init) {
      if (String(address).endsWith("/definitions/import"))
        await product.send(`PATCH /formulas/${id}`, { description: "theirs" });
      return fetch(address, init);
    },
  });
  expect([exitCode, noted]).toEqual([
    ...[1, expect.stringMatching(/^Nothing was changed, because others changed what the plan would replace/)],
  ]);
  expect(noted).toContain('the formula "Shared" was changed after the plan');
  const { description, steps } = (await product.send(`GET /formulas/${id}`)).body;
  expect([description, steps[0].properties.body]).toEqual(["theirs", "done({ a: 1 });"]);
  expect((await run("apply all --yes")).exitCode).toBe(0);
});

test("a whole pull deletes what is no longer there, and nothing else", async () => {
  await aFormula("Ends", script("x", "done({});"));
  await run("pull .");
  await writeFile(path.join(folder, "README.json"), "{}");
  const { body } = await product.send("GET /formulas");
  const { id } = body.find(({ name }: { name: string }) => name === "Ends");
  const instances = await product.send(`GET /formulas/${id}/instances`);
  for (const instance of instances.body) await product.send(`DELETE /formulas/${id}/instances/${instance.id}`);
  await product.send(`DELETE /formulas/${id}`);
  expect((await run("pull . --name Other")).shown).not.toContain("deleted  ");
  expect((await run("pull .")).shown).toContain("deleted  formulas/Ends/x.js");
  expect(await readFile(path.join(folder, "README.json"), "utf8")).toBe("{}");
});

test("blocked definitions are not applied", async () => {
  await writeFile(
    path.join(folder, "bad.json"),
    JSON.stringify({ name: "Bad", triggers: [], steps: [{ name: "x", type: "teleport" }] }),
  );
  const { exitCode, shown, noted } = await run("apply --yes");
  expect([exitCode, shown, noted]).toEqual([
    ...[1, expect.stringContaining("! formula Bad (blocked)"), expect.stringMatching(/^Nothing was changed/)],
  ]);
});

test.each([
  ["a conflict that was not resolved", '<<<<<<< HEAD\n{ "name": "Torn" }'],
  ["no name", '{ "steps": [] }'],
])("a file of a definition that cannot be read is refused like a blocked one: %s", async (what, torn) => {
  await aFormula(`Whole with ${what}`, script("say", "done({});"));
  await run(["pull", ".", "--name", `Whole with ${what}`]);
  await writeFile(path.join(folder, `formulas/Whole with ${what}/say.js`), "done({ a: 2 });");
  await mkdir(path.join(folder, "formulas/Torn"));
  await writeFile(path.join(folder, "formulas/Torn/formula.json"), torn);
  await writeFile(path.join(folder, "tsconfig.json"), "{ // a comment\n}");
  expect(await run("apply --dry-run")).toMatchObject({ exitCode: 1 });
  const { exitCode, shown, noted } = await run("apply --yes");
  expect([exitCode, shown, noted]).toEqual([
    ...[1, expect.stringContaining("skipped formulas/Torn/formula.json: ")],
    expect.stringMatching(/^Nothing was changed, because formulas\/Torn\/formula\.json cannot be read/),
  ]);
  const skipping = await run("apply --yes --skip-blocked");
  expect([skipping.exitCode, skipping.shown]).toEqual([0, expect.stringContaining("1 applied, 0 failed.")]);
  await rm(path.join(folder, "formulas/Torn"), { recursive: true });
  expect(await run("apply --yes")).toMatchObject({ exitCode: 0, shown: expect.stringContaining("Nothing to do.") });
});

describe("executions", () => {
  test("a run is followed to its end, and its outcome is the exit code", async () => {
    const id = await aFormula(
      "Follows",
      script("one", "done(trigger.args);", "two"),
      script("two", "done(steps.one);"),
    );
    const good = await run(["run", String(id), "--data", '{ "a": 1 }', "--json"]);
    expect([good.exitCode, good.json()]).toMatchObject([
      0,
      { status: "success", steps: [{}, { stepName: "one" }, { stepName: "two" }] },
    ]);
    const bad = await aFormula("Breaks", script("one", "throw new Error('no luck');"));
    const { exitCode, shown } = await run(`run ${bad} --input -`, { input: "{}" });
    expect([exitCode, shown]).toEqual([1, expect.stringMatching(/^ {2}one +failed +.*no luck/m)]);
    const has = { name: "has", type: "filter", properties: { body: "done(false);" } };
    const filtered = await run(`run ${await aFormula("Filters", has)}`);
    expect([filtered.exitCode, filtered.shown]).toEqual([0, expect.stringMatching(/^ {2}has +false$/m)]);
    const started = await run(`run ${id} --no-wait`);
    expect(started.shown).toMatch(/^\d+\n$/);
  });

  test("an execution runs again, as a whole and from a step", async () => {
    const id = await aFormula(
      "Again",
      script("one", "done({ at: Date.now() });", "two"),
      script("two", "done(steps.one);"),
    );
    const { id: first } = (await run(`run ${id} --json`)).json();
    expect((await run(`replay ${first}`)).exitCode).toBe(0);
    const from = (await run(`replay ${first} --from two --json`)).json();
    expect(from).toMatchObject({ status: "success" });
    const oneOf = async (execution: number) => {
      const { body } = await product.send(`GET /formulas/instances/executions/${execution}/steps?includeValues=true`);
      return JSON.stringify(body.find(({ stepName }: { stepName: string }) => stepName === "two").stepExecutionValues);
    };
    const at = /"value":"\d{13}"/;
    expect(at.exec(await oneOf(from.id))?.[0]).toBe(at.exec(await oneOf(first))?.[0]);
    expect((await run(`replay ${first} --revision ran`)).noted).toContain("--revision: needs --from.");
    expect((await run(`replay ${first} --from three`)).noted).toContain("has no step three. It has");
  });

  test("the latest are listed, and new ones are shown when they end", async () => {
    const id = await aFormula("Listed", script("one", "done({});"));
    const bad = await aFormula("Fails", script("one", "throw new Error('no luck');"));
    for (const instance of [id, bad]) await run(`run ${instance}`);
    const listed = (await run(`logs --instance ${id} --json`)).json();
    expect(listed).toMatchObject([{ formulaInstanceId: id, status: "success" }]);
    expect((await run("logs --status failed --limit 1")).shown).toMatch(/failed +instance \d+ +.*no luck/);

    let awaited = "nothing yet";
    const following = run(`logs -f --instance ${id} --json`, { until: () => awaited });
    const { id: next } = (await run(`run ${id} --json`)).json();
    awaited = `"id":${next},`;
    const { exitCode, shown } = await following;
    expect(exitCode).toBe(0);
    expect(shown.split("\n").filter((line) => line.includes(`"id":${next},`))).toHaveLength(1);
  });
});

test("the tests of formulas are run, against what is published and against a file", async () => {
  const id = await aFormula("Tested", script("say", "done({ a: 1 });"));
  const { id: executionId, formulaId } = (await run(`run ${id} --json`)).json();
  await product.send(`POST /formulas/${formulaId}/tests/recordings`, { executionId, name: "usual" });
  const good = await run("test --junit results.xml");
  expect([good.exitCode, good.shown]).toEqual([
    0,
    expect.stringMatching(/Tested\n {2}pass {2}usual .*\n1 passed, 0 failed\./s),
  ]);
  expect(await readFile(path.join(folder, "results.xml"), "utf8")).toContain(
    '<testsuite name="Tested" tests="1" failures="0">',
  );
  const { body } = await product.send(`GET /formulas/${formulaId}`);
  body.steps[0].properties.body = "done({ a: 2 });";
  await writeFile(path.join(folder, "draft.json"), JSON.stringify(body));
  const bad = await run(`test --formula ${formulaId} --definition draft.json`);
  expect([bad.exitCode, bad.shown]).toEqual([1, expect.stringContaining("say.a is 2, not 1")]);
  expect((await run("test --definition draft.json")).noted).toMatch(/^--definition: name the one formula/);

  await run("pull all --name Tested");
  const pulled = `test --formula ${formulaId} --definition all/formulas/Tested/formula.json`;
  expect(await run(pulled)).toMatchObject({ exitCode: 0, noted: "" });
  await writeFile(path.join(folder, "all/formulas/Tested/say.js"), "done({ a: 2 });");
  expect((await run(pulled)).shown).toContain("say.a is 2, not 1");
  await writeFile(path.join(folder, "other.json"), "{}");
  expect((await run(`test --formula ${formulaId} --definition other.json`)).noted).toMatch(/^--definition: .* formula/);
});

test("names in any letters are files, are shown as they are, and the one that cannot be written is named", async () => {
  const names = ["注文を受け付けて出荷する".repeat(10), "معالجة الطلبات ".repeat(13)];
  for (const name of names) await aFormula(name, script("say", "done({ a: 1 });"));
  const chosen = ["pull", "all", ...names.flatMap((name) => ["--name", name.trim()])];
  const { exitCode, shown } = await run(chosen);
  expect([exitCode, shown]).toEqual([0, expect.stringContaining("4 written")]);
  expect((await run(chosen)).shown).toMatch(/^Nothing to write/);
  const [, script1 = ""] = /written {2}(formulas\/注文.*say\.js)/.exec(shown) ?? [];
  await writeFile(path.join(folder, "all", script1), "done({ a: 2 });");
  expect((await run("diff all")).shown).toContain(`\n+++ all/${script1}\n`);

  await mkdir(path.join(folder, "blocked/formulas"), { recursive: true });
  await writeFile(path.join(folder, "blocked", path.dirname(script1)), "");
  expect(await run(["pull", "blocked", "--name", names[0] ?? ""])).toMatchObject({
    exitCode: 1,
    noted: expect.stringMatching(/^formulas\/注文.*formula\.json cannot be written: .*0 of 2 files were written/),
  });
});

describe("bulk jobs", () => {
  /** Does the worker's part, which these jobs wait for. */
  beforeEach(() => {
    const ended = new AbortController();
    const working = (async () => {
      while (!ended.signal.aborted) {
        await product.tick();
        await sleep(50);
      }
    })();
    return async () => {
      ended.abort();
      await working;
    };
  });

  test("rows are downloaded to a file or to standard output", async () => {
    const { exitCode, shown, noted } = await run([
      "bulk",
      "download",
      "contacts",
      "--instance",
      String(crm.id),
      "--format",
      "csv",
      "--fields",
      "id,email",
      "-o",
      "c.csv",
    ]);
    expect([exitCode, noted]).toEqual([0, expect.stringMatching(/completed, \d+ rows, 0 failed/)]);
    const file = await readFile(path.join(folder, "c.csv"), "utf8");
    expect(file).toMatch(/^(id,email|email,id)\r?\n/);
    expect(shown).toContain(`${file.trimEnd().split("\n").length - 1} rows in c.csv`);
    const lines = await run([
      "bulk",
      "download",
      "contacts",
      "--instance",
      String(crm.id),
      "--where",
      "first_name='Ada'",
    ]);
    expect(JSON.parse(lines.shown.split("\n")[0] ?? "")).toMatchObject({ first_name: "Ada" });
  });

  test.each([
    ["download contacts -o c.json", "COMPLETED", 0],
    ["download contacts", "COMPLETED", 0],
    ["download contacts", "FAILED", 1],
    ["upload contacts rows.csv", "COMPLETED", 0],
    ["upload contacts rows.csv", "FAILED", 1],
  ])("bulk %s prints the end once: %s", async (line, status, code) => {
    await writeFile(path.join(folder, "rows.csv"), "first_name,last_name,email\n");
    const ended: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (!new URL(String(input)).pathname.endsWith("/status")) return response;
      const job = await response.json();
      return Response.json(job.status === "COMPLETED" ? { ...job, status, message: "No more." } : job);
    };
    const { exitCode, shown, noted } = await run(`bulk ${line} --instance ${crm.id}`, { fetch: ended });
    expect(exitCode).toBe(code);
    expect(`${noted}${shown}`.match(new RegExp(`^Job \\w+: ${status}, .* No more\\.$`, "gim"))).toHaveLength(1);
  });

  test("rows that a provider refuses are listed, and are the exit code", async () => {
    await writeFile(path.join(folder, "rows.csv"), "first_name,last_name,email\nEve,Online,eve@cli.test\n");
    const uploaded = await run(`bulk upload contacts rows.csv --instance ${crm.id} --json`);
    expect([uploaded.exitCode, uploaded.json()]).toMatchObject([0, { status: "COMPLETED", recordsCount: 1 }]);
    const { id } = uploaded.json();
    expect((await run(`bulk status ${id} --instance ${crm.id}`)).shown).toContain(
      `Job ${id}: completed, 1 rows, 0 failed`,
    );
    expect((await run(`bulk errors ${id} --instance ${crm.id}`)).shown).toBe("No row failed.\n");
    expect((await run(`bulk status ${id}`)).noted).toMatch(/^--instance: name the element instance/);
  });
});

test("the package is installed by npm without a network, and works by npx", async () => {
  const source = path.join(folder, "source");
  await execute(process.execPath, ["server/launch/pack-cli.ts", source], { cwd: ROOT });
  const { stdout } = await execute("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: source });
  await writeFile(path.join(folder, "package.json"), '{ "private": true }');
  const quiet = ["--offline", "--no-audit", "--no-fund", "--silent"];
  await execute("npm", ["install", ...quiet, path.join(folder, stdout.trim())], { cwd: folder });
  const shown = await execute("npx", ["--offline", "formulary", "whoami", "--json"], {
    cwd: folder,
    env: { ...process.env, ...env },
  });
  expect(JSON.parse(shown.stdout)).toMatchObject({ url: env.FORMULARY_URL });
  const { version } = JSON.parse(await readFile(path.join(ROOT, "package.json"), "utf8"));
  const printed = await execute("npx", ["--offline", "formulary", "--version"], { cwd: folder });
  expect(printed.stdout.trim()).toBe(version);
});
