import { closeSync, openSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { overNetwork } from "#server/testing/over-network.ts";
import { deleteWhenWeEnd } from "../../server/launch/guardian.ts";
import { aFaultyNetwork, type FaultyNetwork } from "../../server/testing/faulty-network.ts";
import { startRabbitmq } from "../../server/testing/rabbitmq.ts";
import type { Started } from "../system/processes.ts";
import { type Product, startProduct } from "../system/product.ts";
import { type Customer, createCustomers } from "./customers.ts";
import type { Recorded } from "./provider.ts";

/** The product with two workers, behind networks that can fail, with two customers and their provider. */
export type System = {
  product: Product;
  customers: Customer[];
  /** The network between the product and Postgres. */
  network: FaultyNetwork;
  broker: { network: FaultyNetwork; control: (...command: string[]) => Promise<string> } | undefined;
  anyWorker: (random: () => number) => Started;
  provider: () => Started;
  /** Ends a process with a signal, and starts another one in its place. */
  replaceWorker: (random: () => number, signal: NodeJS.Signals) => Promise<void>;
  replaceWeb: (signal: NodeJS.Signals) => Promise<void>;
  replaceProvider: () => Promise<void>;
  /** Asks Postgres directly. */
  sql: <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>;
  /** The record of the provider, and the output of all processes. */
  recorded: () => Promise<Recorded[]>;
  printed: () => Promise<string>;
  /** Processes that ended although nobody ended them, by their names. */
  died: string[];
  /** Resolves once the web process and both workers have reached the database again. */
  recovered: (fault: string) => Promise<void>;
  /** Faults after which a process did not. */
  stuck: string[];
  stop: () => Promise<void>;
};

const PROVIDER = path.join(import.meta.dirname, "provider.ts");
const RECOVERY_MS = 120_000;
/** The web process and two workers. */
const PROCESSES = 3;
const CLOCK = new URL("../../server/testing/jumping-clock.ts", import.meta.url).href;

export async function startSystem({ hasBroker }: { hasBroker: boolean }): Promise<System> {
  const folder = await mkdtemp(path.join(tmpdir(), "formulary-chaos-"));
  const [record, log] = [path.join(folder, "provider.jsonl"), path.join(folder, "output.log")];
  await writeFile(record, "");
  const guardian = deleteWhenWeEnd(folder, process.pid);
  const output = openSync(log, "a");
  let network: FaultyNetwork | undefined;
  const rabbitmq = hasBroker ? await startRabbitmq() : undefined;
  const broker = rabbitmq && { network: await aFaultyNetwork(rabbitmq.port), control: rabbitmq.control };
  const product = await startProduct({
    async reach(databaseUrl) {
      const url = new URL(databaseUrl);
      network = await aFaultyNetwork(Number(url.port), url.hostname);
      return overNetwork(databaseUrl, { hostname: url.hostname, port: network.port });
    },
    env: {
      NODE_OPTIONS: `--import ${CLOCK}`,
      CHAOS_RECORD: record,
      LOG_LEVEL: "warn",
      EGRESS_ALLOW: "127.0.0.1,localhost",
      DELIVERY_UNIT_MS: "100",
    },
    providerModule: PROVIDER,
    output,
  });
  if (!network) throw new Error("The product was started without its network.");
  const died: string[] = [];
  const watch = (name: string, one: Started) => {
    const watched = { name, process: one, isEnded: false };
    void one.ended.then(() => watched.isEnded || died.push(name));
    return watched;
  };
  let web = watch("web", product.web);
  let provider = watch("provider", product.providerProcess);
  const workers = [watch("worker", await product.startWorker()), watch("worker", await product.startWorker())];
  const end = async (watched: ReturnType<typeof watch>, signal: NodeJS.Signals) => {
    watched.isEnded = true;
    watched.process.signal(signal);
    await watched.process.ended;
  };
  const url = broker && `amqp://guest:guest@127.0.0.1:${broker.network.port}`;
  // One connection: to open it takes more time of the processor than most statements.
  const direct = new pg.Pool({ connectionString: product.databaseUrl, max: 1, idleTimeoutMillis: 0 });
  direct.on("error", () => {});
  const sql: System["sql"] = async (text, values) => (await direct.query(text, values)).rows;
  /** Until when each process counts as alive; it says so every few seconds. */
  const beats = () =>
    sql<{ id: string; until: number }>("select id, extract(epoch from alive_until)::float8 as until from runner");
  const stuck: string[] = [];
  const runners = async () =>
    (await sql<{ id: string }>("select id from runner where kind = 'worker'")).map(({ id }) => id);
  const at = (random: () => number) => Math.floor(random() * workers.length);
  return {
    product,
    customers: await createCustomers(product, path.join(folder, "customer.json"), url),
    network,
    broker,
    anyWorker: (random) => (workers[at(random)] as (typeof workers)[0]).process,
    provider: () => provider.process,
    async replaceWorker(random, signal) {
      const index = at(random);
      await end(workers[index] as (typeof workers)[0], signal);
      const before = await runners();
      const replacement = watch("worker", await product.startWorker());
      workers[index] = replacement;
      let hasEnded = false;
      void replacement.process.ended.then(() => {
        hasEnded = true;
      });
      // A worker that is not ready yet ends if a fault strikes: its supervisor would start it again.
      while (!hasEnded && (await runners()).every((id) => before.includes(id))) await pause(300);
    },
    async replaceWeb(signal) {
      await end(web, signal);
      web = watch("web", await product.startWeb());
    },
    async replaceProvider() {
      await end(provider, "SIGKILL");
      provider = watch("provider", await product.startProvider());
    },
    sql,
    recorded: async () =>
      (await readFile(record, "utf8"))
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
    printed: () => readFile(log, "utf8"),
    died,
    async recovered(fault) {
      const before = new Map((await beats()).map(({ id, until }) => [id, until]));
      for (const deadline = performance.now() + RECOVERY_MS; performance.now() < deadline; await pause(500)) {
        if ((await beats()).filter(({ id, until }) => until > (before.get(id) ?? 0)).length >= PROCESSES) return;
      }
      stuck.push(fault);
    },
    stuck,
    async stop() {
      for (const watched of [web, provider, ...workers]) watched.isEnded = true;
      network?.restore();
      await direct.end();
      await product.stop();
      network?.close();
      broker?.network.close();
      await rabbitmq?.stop();
      closeSync(output);
      guardian.kill("SIGKILL");
      await rm(folder, { recursive: true, force: true });
    },
  };
}
