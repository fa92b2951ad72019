import { mkdirSync, watch } from "node:fs";
import path from "node:path";
import { STARTED } from "../checkout.ts";
import { type Env, parseEnv } from "../env.ts";
import { lockDataFolder } from "./data-folder-lock.ts";
import { type DemoDatabase, makeDemoDatabase } from "./demo-database.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres.ts";
import { ensureClient, ensureScreens, ensureServer } from "./ensure-build.ts";
import { jailNotices } from "./jail-notice.ts";
import { type KeptRunning, keepRunning } from "./keep-running.ts";
import { demoKeys } from "./keys.ts";
import { migrate } from "./migrate.ts";
import { BUILT } from "./node24.mjs";
import { assertFree } from "./ports.ts";
import { ROOT, runTool } from "./run-tool.ts";
import { type Demo, welcome } from "./welcome.ts";

const isDevelopment = process.argv.includes("--dev");
const interrupted = new AbortController();
const stops: (() => Promise<void>)[] = [];

/** Starts Formulary on this machine: database, web, worker and demo provider. Stops on a shutdown signal. */
async function superviseFormulary(): Promise<void> {
  const settings = parseEnv({ DEMO: "1", LOG_LEVEL: "warn", ...process.env });
  await assertFree(settings.PORT, "PORT");
  await assertFree(settings.DEMO_PROVIDER_PORT, "DEMO_PROVIDER_PORT");
  const folder = path.resolve(ROOT, settings.DATA_DIR);
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  lockDataFolder(folder);

  await ensureClient(interrupted.signal);
  const [{ databaseUrl, demoDatabase }] = await Promise.all([
    openDatabases(settings, folder),
    isDevelopment ? undefined : ensureServer(interrupted.signal).then(() => ensureScreens(interrupted.signal)),
  ]);
  const demoHosts = [
    `localhost:${settings.DEMO_PROVIDER_PORT}`,
    `127.0.0.1:${settings.DEMO_PROVIDER_PORT}`,
    ...(demoDatabase ? [demoDatabase.host] : []),
  ];
  const env = environment(settings, { databaseUrl, folder, demoHosts });
  // The demo's connections are tested when they are created, so their provider starts first.
  if (settings.DEMO) await startProvider(settings, env);
  const [demo] = await Promise.all([settings.DEMO ? seed(env, demoDatabase) : undefined, startProduct(settings, env)]);
  for (const notice of jailNotices()) console.log(`\n  Note: ${notice}`);
  console.log(welcome(settings, demo, path.relative(ROOT, folder)));
  if (demo && !demo.hasPast) givePast(env);
  if (!settings.DEMO) await offerSetup(env);
}

/** Without the demo there is no user at first, so print how to create one. */
async function offerSetup(env: NodeJS.ProcessEnv): Promise<void> {
  const command: [string, ...string[]] = [process.execPath, "server/launch/setup.ts"];
  console.log(await runTool(command, { env, signal: interrupted.signal }).catch(() => ""));
}

/** Runs in the background; if it is interrupted, its results stay and the next start creates the rest. */
function givePast(env: NodeJS.ProcessEnv): void {
  const giving = runTool([process.execPath, "server/launch/seed-history.ts"], { env, signal: interrupted.signal }).then(
    () => {},
    (error: Error) => {
      if (!interrupted.signal.aborted) console.error(`The history of the demo could not be created: ${error.message}`);
    },
  );
  stops.push(() => giving);
}

type Databases = { databaseUrl: string; demoDatabase: DemoDatabase | undefined };

/** A database for the demo is created on the embedded server only. */
async function openDatabases({ DATABASE_URL, DEMO }: Env, folder: string): Promise<Databases> {
  let postgres: EmbeddedPostgres | undefined;
  if (!DATABASE_URL) {
    postgres = await startEmbeddedPostgres(path.join(folder, "postgres"));
    stops.push(postgres.stop);
  }
  const databaseUrl = DATABASE_URL ?? postgres?.url ?? "";
  await migrate(databaseUrl, interrupted.signal);
  return { databaseUrl, demoDatabase: DEMO && postgres ? await makeDemoDatabase(postgres.adminUrl) : undefined };
}

/** The environment of web, worker and demo provider. */
function environment(
  settings: Env,
  { databaseUrl, folder, demoHosts }: { databaseUrl: string; folder: string; demoHosts: string[] },
): NodeJS.ProcessEnv {
  const { PORT, DEMO_PROVIDER_PORT, EGRESS_ALLOW } = settings;
  return {
    ...(settings.DEMO ? demoKeys(folder) : {}),
    ...Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== "")),
    NODE_ENV: isDevelopment ? "development" : "production",
    NEXT_TELEMETRY_DISABLED: "1",
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    DEMO: settings.DEMO ? "1" : "0",
    PORT: String(PORT),
    DEMO_PROVIDER_PORT: String(DEMO_PROVIDER_PORT),
    PUBLIC_URL: settings.PUBLIC_URL,
    LOG_LEVEL: settings.LOG_LEVEL,
    SANDBOX_JAIL_REPORTED: "1",
    EGRESS_ALLOW: [...EGRESS_ALLOW, ...(settings.DEMO ? demoHosts : [])].join(","),
  };
}

async function seed(settings: NodeJS.ProcessEnv, demoDatabase: DemoDatabase | undefined): Promise<Demo> {
  const env = { ...settings, ...(demoDatabase && { DEMO_DATABASE: JSON.stringify(demoDatabase) }) };
  const printed = await runTool([process.execPath, "server/launch/seed.ts"], { env, signal: interrupted.signal });
  return JSON.parse(printed.trim().split("\n").at(-1) ?? "");
}

const fileOf = (name: keyof typeof STARTED) => (isDevelopment ? STARTED[name] : path.join(BUILT, `${name}.js`));

const part = (name: string, file: string, env: NodeJS.ProcessEnv, isUp: () => Promise<boolean>) =>
  keepRunning({ name, command: [file, ...(isDevelopment ? ["--dev"] : [])], env, isUp });

async function startProvider({ DEMO_PROVIDER_PORT }: Env, env: NodeJS.ProcessEnv): Promise<void> {
  const provider = [part("demo provider", "server/demo-provider/main.ts", env, () => responds(DEMO_PROVIDER_PORT))];
  // Stopped after the product, so that requests in progress still reach the provider.
  stops.push(() => stopAll(provider));
  await Promise.all(provider.map(({ up }) => up));
}

async function startProduct({ PORT }: Env, env: NodeJS.ProcessEnv) {
  const product = [
    part("web", fileOf("web"), env, () => responds(PORT)),
    // The worker has no port: a problem that ends it at startup, such as a wrong setting, is reported before the web
    // process responds.
    part("worker", fileOf("worker"), env, () => responds(PORT)),
  ];
  stops.push(() => stopAll(product));
  await Promise.all(product.map(({ up }) => up));
  if (isDevelopment) onChange(path.join(ROOT, "server"), () => product.map(({ restart }) => restart()));
}

const stopAll = async (running: KeptRunning[]) => {
  await Promise.all(running.map(({ stop }) => stop()));
};

/** Next reloads changed screens itself; other changes restart the processes. */
function onChange(folder: string, act: () => void): void {
  let timer: NodeJS.Timeout | undefined;
  watch(folder, { recursive: true }, (_, file) => {
    if (!file || !/\.ts$/.test(file) || /\.test\.ts$|^(generated|launch|testing)\//.test(file)) return;
    clearTimeout(timer);
    timer = setTimeout(act, 200);
  });
}

const responds = (port: number) =>
  fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2000) }).then(
    ({ ok }) => ok,
    () => false,
  );

let stopped: Promise<void> | undefined;

/** Stops in reverse order of start: the database outlives its clients. */
async function stopEverything(): Promise<void> {
  for (const stop of stops.reverse()) await stop();
}

async function end(code: number): Promise<never> {
  interrupted.abort();
  stopped ??= stopEverything();
  await stopped;
  process.exit(code);
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => void end(0));
// The launcher holds the other end: if the launcher dies, nobody else could stop this process.
process.on("disconnect", () => void end(0));

try {
  await superviseFormulary();
} catch (error) {
  if (!interrupted.signal.aborted) {
    console.error(error instanceof Error ? error.message : error);
    await end(1);
  }
}
