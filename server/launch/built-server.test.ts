import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { STARTED } from "../checkout.ts";
import { BUILT, PRODUCT } from "./node24.mjs";
import { ROOT } from "./run-tool.ts";

const folder = mkdtempSync(path.join(tmpdir(), "formulary-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sourcesIn = (room: string): [file: string, source: string][] =>
  readdirSync(path.join(ROOT, room), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(?:test|spec)\.tsx?$/.test(file))
    .map((file) => [`${room}/${file}`, readFileSync(path.join(ROOT, room, file), "utf8")]);

test("npm run web becomes the built process, with its settings of Node", async () => {
  mkdirSync(path.join(folder, "server/launch"), { recursive: true });
  for (const file of ["run.mjs", "node24.mjs"])
    cpSync(path.join(ROOT, "server/launch", file), path.join(folder, "server/launch", file));
  for (const file of ["node_modules/.package-lock.json", ".next/BUILD_ID", `${BUILT}/web.js`])
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
  writeFileSync(path.join(folder, "node_modules/.package-lock.json"), "{}");
  writeFileSync(path.join(folder, ".next/BUILD_ID"), "");
  writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(
    path.join(folder, BUILT, "web.js"),
    `const { pid, cwd, execArgv, argv, env } = process;
     console.log(JSON.stringify({ pid, folder: cwd(), execArgv, args: argv.slice(2), arenas: env.MALLOC_ARENA_MAX, own: env.OWN }));`,
  );
  const child = spawn(process.execPath, ["server/launch/run.mjs", "web", "--more"], {
    cwd: folder,
    env: { ...process.env, NODE_OPTIONS: "", OWN: "kept" },
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (text: Buffer) => {
      printed += text;
    });
  await new Promise((resolve) => child.once("close", resolve));
  expect(JSON.parse(printed)).toEqual({
    pid: child.pid,
    folder,
    execArgv: PRODUCT.flags,
    args: ["--more"],
    arenas: PRODUCT.env.MALLOC_ARENA_MAX,
    own: "kept",
  });
});

test("no source that is built depends on the folder that it is in", () => {
  const others =
    /^server\/(?:checkout\.ts$|(?:generated|launch|testing|specification|security|language|recipes|fuzz|new)\/)/;
  const dependent = sourcesIn("server").filter(
    ([file, source]) => !others.test(file) && /\bimport\.meta\b/.test(source),
  );
  expect(dependent.map(([file]) => file)).toEqual([]);
});

test("threads and processes of the product are started from the build, too", () => {
  const started = sourcesIn("server").flatMap(([, source]) => [...source.matchAll(/\bstartedFile\("([^"]+)"\)/g)]);
  expect(started.length).toBeGreaterThan(1);
  for (const [, name = ""] of started) expect(STARTED).toHaveProperty(name);
});

test("the web process offers every module that screens load", () => {
  const web = readFileSync(path.join(ROOT, STARTED.web), "utf8");
  const loaded = sourcesIn("app").flatMap(([, source]) => [...source.matchAll(/\bserverModule<.*>\("([^"]+)"\)/g)]);
  expect(loaded.length).toBeGreaterThan(2);
  for (const [, file = ""] of loaded)
    expect(web).toContain(`"${file}": () => import("./${path.relative("server", file)}")`);
});
