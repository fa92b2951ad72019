import { execFile } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aDemoProduct, type DemoProduct } from "#server/testing/demo-product.ts";

// The pipeline of docs/command-line.md, with a real repository and the real command.

const ROOT = path.join(import.meta.dirname, "../..");
const SAY = "integrations/formulas/Piped/say.js";

let product: DemoProduct;
let server: Server;
let env: NodeJS.ProcessEnv;
let folder: string;
let pipeline: string;

beforeAll(async () => {
  product = await aDemoProduct();
  server = createServer(getRequestListener(product.platform)).listen(0, "127.0.0.1");
  await once(server, "listening");
  folder = await mkdtemp(path.join(tmpdir(), "formulary-pipeline-"));
  const command = path.join(folder, "formulary");
  await writeFile(command, `#!/bin/sh\nexec '${process.execPath}' '${path.join(ROOT, "server/cli/main.ts")}' "$@"\n`);
  await chmod(command, 0o755);
  const [, user, organization] = /^User (.*), Organization (.*)$/.exec(product.as.authorization) ?? [];
  env = {
    ...process.env,
    PATH: `${folder}:${process.env.PATH}`,
    HOME: folder,
    FORMULARY_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    FORMULARY_USER_SECRET: user,
    FORMULARY_ORGANIZATION_SECRET: organization,
  };
  const page = await readFile(path.join(ROOT, "docs/command-line.md"), "utf8");
  pipeline = /```sh pipeline\n(.*?)```/s.exec(page)?.[1] ?? "";
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await product.close();
  await rm(folder, { recursive: true, force: true });
});

const at = (place: string) => path.join(folder, place);

async function shell(cwd: string, script: string) {
  return promisify(execFile)("sh", ["-c", script], { cwd, env }).then(
    ({ stdout }) => ({ code: 0, shown: stdout }),
    ({ code, stdout, stderr }) => ({ code: code as number, shown: `${stdout}${stderr}` }),
  );
}
async function inRepository(script: string): Promise<void> {
  expect(await shell(at("repository"), `set -e\n${script}`)).toMatchObject({ code: 0 });
}

/** Commits a script, and runs the pipeline in a new clone. */
let runs = 0;
async function deploy(body: string) {
  await writeFile(at(`repository/${SAY}`), body);
  await inRepository("git add . && git commit --quiet --message Change --allow-empty && git push --quiet origin HEAD");
  const place = `run-${runs++}`;
  await mkdir(at(place));
  await shell(at(place), `git clone --quiet ${at("origin")} clone`);
  return shell(at(`${place}/clone`), pipeline);
}

test("deploys changes of the repository, and refuses to replace changes that were made elsewhere", async () => {
  const steps = [{ name: "say", type: "script", properties: { body: "done({ a: 1 });" } }];
  const triggers = [{ type: "manual", onSuccess: ["say"] }];
  const { id } = (await product.send("POST /formulas", { name: "Piped", triggers, steps })).body;
  const bodyHere = async () => (await product.send(`GET /formulas/${id}`)).body.steps[0].properties.body;
  const publish = async (body: string) => {
    const changed = [{ ...steps[0], properties: { body } }];
    expect(await product.send(`PUT /formulas/${id}`, { name: "Piped", triggers, steps: changed })).toMatchObject({
      status: 200,
    });
  };
  await shell(folder, "git init --quiet --bare origin && git clone --quiet origin repository");
  await inRepository(
    "git config --global user.email a@b.test; git config --global user.name Ada; formulary pull integrations --name Piped",
  );

  expect(await deploy("done({ a: 2 });")).toMatchObject({ code: 0 });
  expect(await deploy("done({ a: 3 });")).toMatchObject({ code: 0 });
  expect(await bodyHere()).toBe("done({ a: 3 });");

  // A pipeline of an earlier commit that ends later, or a clone that is behind.
  const late = at("late");
  await shell(folder, `git clone --quiet origin late && cd late && git checkout --quiet HEAD~1`);
  const behind = await shell(late, pipeline.replaceAll("../deployed", "../deployed-late"));
  expect([behind.code, behind.shown]).toEqual([1, expect.stringContaining("does not contain what was deployed last")]);
  expect(await bodyHere()).toBe("done({ a: 3 });");

  await publish("done({ theirs: true });");
  const refused = await deploy("done({ a: 4 });");
  expect([refused.code, refused.shown]).toEqual([
    1,
    expect.stringContaining('formula "Piped": is not as it was deployed.'),
  ]);
  expect(await bodyHere()).toBe("done({ theirs: true });");

  // As the page says: the pulled state becomes the deployed one, and is merged.
  await inRepository(`git fetch --quiet --tags --force && git checkout --quiet --detach deployed
    formulary pull integrations --name Piped && git commit --quiet --all --message Theirs
    git tag --force deployed && git push --quiet --force origin refs/tags/deployed
    git checkout --quiet - && git merge --quiet --strategy-option ours deployed`);
  expect(await deploy("done({ a: 4, theirs: true });")).toMatchObject({ code: 0 });
  expect(await bodyHere()).toBe("done({ a: 4, theirs: true });");
}, 120_000);
