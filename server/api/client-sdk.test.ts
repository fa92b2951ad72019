import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { getRequestListener } from "@hono/node-server";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeClient } from "#server/client/write-client.ts";
import { DEMO_CONFIGURATIONS } from "#server/testing/demo-connection.ts";
import { aDemoProduct, type DemoProduct } from "#server/testing/demo-product.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { describeApi } from "./openapi.ts";

const run = promisify(execFile);
const ROOT = path.join(import.meta.dirname, "../..");
const TSC = path.join(ROOT, "node_modules/typescript/bin/tsc");

let product: DemoProduct;
let server: Server;
let folder: string;
let url: string;
beforeAll(async () => {
  product = await aDemoProduct();
  server = createServer(getRequestListener(product.platform)).listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/elements/api-v2`;
  folder = await mkdtemp(path.join(tmpdir(), "formulary-client-"));
  await writeFile(path.join(folder, "package.json"), '{ "private": true, "type": "module" }');
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  server.closeAllConnections();
  server.close();
  await product.close();
});

/** Packs the files of a package as npm does, and installs the result. */
async function install(files: ReadonlyMap<string, string>): Promise<void> {
  const source = await mkdtemp(path.join(folder, "source-"));
  for (const [file, text] of files) await writeFile(path.join(source, file), text);
  const { stdout } = await run("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: source });
  const options = ["--offline", "--no-audit", "--no-fund", "--silent"];
  await run("npm", ["install", ...options, path.join(folder, stdout.trim())], { cwd: folder });
}

/** The errors of the repository's type checker in a program, in the strictest mode. */
async function problemsOf(file: string): Promise<string> {
  const options = [
    "--strict",
    "--exactOptionalPropertyTypes",
    "--noEmit",
    "--module",
    "nodenext",
    "--target",
    "es2023",
  ];
  const { stdout } = await run(
    process.execPath,
    [TSC, ...options, "--lib", "es2023,dom,dom.iterable", "--types", "", file],
    { cwd: folder },
  ).catch((error: { stdout: string }) => error);
  return stdout;
}

async function program(name: string, text: string, env: Record<string, string>): Promise<unknown> {
  await writeFile(path.join(folder, `${name}.ts`), text);
  expect(await problemsOf(`${name}.ts`)).toBe("");
  const { stdout } = await run(process.execPath, ["--experimental-strip-types", "--no-warnings", `${name}.ts`], {
    cwd: folder,
    env: { ...process.env, ...env },
  });
  return JSON.parse(stdout);
}

const ENVIRONMENT =
  'declare const process: { env: Record<string, string> };\nconst { URL_OF_API = "", USER = "", OTHER = "" } = process.env;\n';
const secretsOf = (authorization: string) =>
  Object.fromEntries(authorization.split(", ").map((part) => part.split(" ") as [string, string]));

describe("the client of the platform", () => {
  const files = writeClient(describeApi(ENDPOINTS), {
    name: "@formulary/client",
    title: "x",
    version: "1.0.0",
    url: "x",
  });

  test("has every operation, and types that a strict program is checked with", async () => {
    expect((files.get("index.js")?.match(/^ {2}\{/gm) ?? []).length).toBe(ENDPOINTS.length);
    await install(files);
    const secrets = secretsOf(product.as.authorization);
    const output = await program(
      "platform",
      `import { createClient, FormularyError } from "@formulary/client";
${ENVIRONMENT}
const client = createClient({ url: URL_OF_API, user: USER, organization: OTHER });
const steps = [{ name: "first", type: "script" as const, properties: { body: "done({});" } }];
const created = [];
for (const name of ["One", "Two", "Three"])
  created.push(await client.formulas.create({ body: { name, triggers: [{ type: "manual", onSuccess: ["first"] }], steps } }));
const names: string[] = [];
for await (const formula of client.formulas.listAll({ pageSize: 2 })) names.push(formula.name);
const [first] = created;
if (!first) throw new Error("nothing was created");
const one = await client.formulas.get({ formulaId: first.id });
const failure = await client.formulas.get({ formulaId: 999_999 }).catch((error: unknown) => error);
if (!(failure instanceof FormularyError)) throw failure;
const file: Blob = await client.definitions.getExport({ "names[]": ["One"] });
const plan = await client.definitions.createImportPlan({ body: { file } });
// @ts-expect-error: a formula has a name
const nameless = () => client.formulas.create({ body: { steps: [] } });
// @ts-expect-error: there is no such field
const unknown = () => client.formulas.list({ pageSise: 1 });
// @ts-expect-error: an id is a number
const text = () => client.formulas.get({ formulaId: "one" });
const { status, message, requestId } = failure;
console.log(JSON.stringify({ names, name: one.name, status, message, requestId, size: file.size, plan, unused: [nameless, unknown, text].length }));
`,
      { URL_OF_API: url, USER: secrets.User ?? "", OTHER: secrets.Organization ?? "" },
    );
    expect(output).toMatchObject({
      names: ["Three", "Two", "One"],
      name: "One",
      status: 404,
      message: expect.stringContaining("999999"),
      requestId: expect.stringMatching(/^[0-9a-f]{24}$/),
      plan: { definitions: [{ type: "formula", action: "unchanged" }] },
    });
  });

  test("is what the endpoint returns as a zip file", async () => {
    const { status, headers, bytes } = await product.fetch("/client-sdks/typescript");
    expect([status, headers.get("content-type")]).toEqual([200, "application/zip"]);
    expect(headers.get("content-disposition")).toContain("formulary-client.zip");
    expect(Buffer.from(bytes).subarray(0, 2).toString()).toBe("PK");
  });
});

describe("the client of an element", () => {
  test("reads and writes a connection by its operations", async () => {
    const { body: docs } = await product.send("GET /elements/democrm/docs");
    await install(writeClient(docs, { name: "@formulary/democrm", title: "x", version: "1.0.0", url: "x" }));
    const { token } = await product.connect("democrm");
    const output = await program(
      "element",
      `import { createClient } from "@formulary/democrm";
${ENVIRONMENT}
const client = createClient({ url: URL_OF_API + "/hubs/crm", user: USER, token: OTHER });
const created = await client.contacts.create({ body: { last_name: "Hopper", first_name: "Grace" } });
const found = await client.contacts.get({ id: created.id ?? "" });
let count = 0;
for await (const contact of client.contacts.listAll({ pageSize: 100 })) if (contact.id) count++;
// @ts-expect-error: contacts have no such field
const wrong = () => client.contacts.create({ body: { lastName: 1 } });
console.log(JSON.stringify({ name: found.first_name, count, unused: [wrong].length }));
`,
      { URL_OF_API: url, USER: secretsOf(product.as.authorization).User ?? "", OTHER: token },
    );
    expect(output).toMatchObject({ name: "Grace", count: expect.any(Number) });
    expect((output as { count: number }).count).toBeGreaterThan(100);
  });

  test("is listed, and every other language is refused with what there is", async () => {
    expect((await product.send("GET /elements/democrm/client-sdks")).body).toMatchObject([
      { type: "typescript", name: "@formulary/democrm" },
      { type: "javascript" },
    ]);
    const { status, bytes } = await product.fetch("/elements/democrm/client-sdks/javascript");
    expect([status, Buffer.from(bytes).subarray(0, 2).toString()]).toEqual([200, "PK"]);
    for (const [path, description] of [
      ["/elements/democrm/client-sdks/php", "/elements/democrm/docs"],
      ["/client-sdks/aws", "/openapi.json"],
    ] as const) {
      const { status: refused, body } = await product.fetch(path);
      expect([refused, body.message]).toEqual([
        501,
        expect.stringMatching(/^There is no client for .*typescript and javascript/),
      ]);
      expect(body.message).toContain(`GET ${description}.`);
      expect((await product.fetch(description)).status).toBe(200);
    }
    expect((await product.fetch("/elements/nothing/client-sdks/typescript")).status).toBe(404);
  });
});

describe("the README of a client", () => {
  const KEYS = Object.keys(DEMO_CONFIGURATIONS);
  const packageAt = async (path: string) => {
    const { headers, bytes } = await product.fetch(path);
    const entries = Object.entries(unzipSync(new Uint8Array(bytes)));
    const [root = ""] = [...new Set(entries.map(([file]) => file.split("/")[0]))];
    expect(headers.get("content-disposition")).toContain(`${root}.zip`);
    const files = new Map(entries.map(([file, content]) => [file.slice(root.length + 1), strFromU8(content)]));
    return { root, files, about: JSON.parse(files.get("package.json") ?? "") };
  };

  test("has an example that a strict program is checked with, and the credentials of its API", async () => {
    const packages = [
      await packageAt("/client-sdks/typescript"),
      ...(await Promise.all(KEYS.map((key) => packageAt(`/elements/${key}/client-sdks/typescript`)))),
    ];
    expect(new Set(packages.map(({ root }) => root)).size).toBe(packages.length);
    const examples: string[] = [];
    for (const [at, { files, about }] of packages.entries()) {
      const place = path.join(folder, "node_modules", about.name);
      await mkdir(place, { recursive: true });
      for (const [file, text] of files) await writeFile(path.join(place, file), text);
      const readme = files.get("README.md") ?? "";
      const example = /```ts\n(.*?)```/s.exec(readme)?.[1] ?? "";
      expect([about.name, readme.includes("token:"), readme.includes("organization:")]).toEqual([
        about.name,
        at > 0,
        at === 0,
      ]);
      expect(example).toContain(`url: "${product.app.env.PUBLIC_URL}/elements/api-v2${at === 0 ? "" : "/hubs/"}`);
      expect(readme + about.description).not.toMatch(/\.\.|client of (a|an) /i);
      examples.push(`example-${at}.ts`);
      await writeFile(path.join(folder, `example-${at}.ts`), example);
    }
    await writeFile(
      path.join(folder, "examples.ts"),
      examples.map((name) => `import "./${name.replace(".ts", ".js")}";`).join("\n"),
    );
    expect(await problemsOf("examples.ts")).toBe("");
  });
});

test("the folder of a package can be written by a command", async () => {
  await mkdir(path.join(folder, "written"));
  await run(process.execPath, [path.join(ROOT, "server/launch/write-client.ts"), path.join(folder, "written")], {
    cwd: ROOT,
  });
  await expect(run(process.execPath, ["--check", path.join(folder, "written/index.js")])).resolves.toBeDefined();
});
