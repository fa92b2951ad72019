import { Agent, createServer, get, type IncomingMessage, type ServerResponse } from "node:http";
import pg from "pg";

/**
 * The floor: the performance of the hardware for a design that keeps the log and isolates nothing. Plain Node HTTP,
 * scripts as functions in the process, one statement of many rows every few milliseconds with fsync on. For responses
 * before the end (W4) it first writes a row with the input, and updates it at the end: otherwise a process that dies
 * would lose accepted runs, or repeat all of them.
 */
const { PORT, DATABASE_URL, PROVIDER } = process.env;
// As in the product's own hot path: a plan made while a table was empty must not scan the full table later.
const options = "-c plan_cache_mode=force_generic_plan -c enable_seqscan=off";
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 4, options });
await pool.query(`
  create table if not exists bare_log (id bigint generated always as identity, execution bigint, step text, output text, at timestamptz default now());
  create table if not exists bare_execution (id bigint primary key, input text, ended_at timestamptz)`);
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

type Row = [execution: number, step: string, output: string];
type Batch = { rows: Row[]; accepted: [execution: number, input: string][]; ended: number[] };
const nothing = (): Batch => ({ rows: [], accepted: [], ended: [] });
let gathering = nothing();
let waiting: (() => void)[] = [];
let isWriting = false;
let executions = 0;

function keep({ rows = [], accepted = [], ended = [] }: Partial<Batch>): Promise<void> {
  gathering.rows.push(...rows);
  gathering.accepted.push(...accepted);
  gathering.ended.push(...ended);
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (!isWriting) void write();
  });
}

const log = (rows: Row[]) => keep({ rows });

const LOG = "insert into bare_log (execution, step, output) select * from unnest($1::bigint[], $2::text[], $3::text[])";
const ALL = `with log as (${LOG}),
  accepted as (insert into bare_execution (id, input) select * from unnest($4::bigint[], $5::text[]))
  update bare_execution set ended_at = now() where id = any($6)`;

async function write() {
  isWriting = true;
  while (waiting.length) {
    await new Promise((resolve) => setTimeout(resolve, 2));
    const [{ rows, accepted, ended }, waiters] = [gathering, waiting];
    gathering = nothing();
    waiting = [];
    const values = [rows.map(([id]) => id), rows.map(([, step]) => step), rows.map(([, , output]) => output)];
    if (accepted.length + ended.length === 0) await pool.query({ name: "log", text: LOG, values });
    else {
      const executions = [accepted.map(([id]) => id), accepted.map(([, input]) => input), ended];
      await pool.query({ name: "all", text: ALL, values: [...values, ...executions] });
    }
    for (const wake of waiters) wake();
  }
  isWriting = false;
}

type Order = { id: string; items: { sku: string; quantity: number; price: number }[] };
const transform = ({ id, items }: Order) => ({
  id,
  total: items.reduce((sum, { quantity, price }) => sum + quantity * price, 0),
  lines: items.length,
});

const workloads: Record<string, (order: Order & { list: { n: number }[] }) => Promise<unknown>> = {
  async w1(order) {
    const result = transform(order);
    await log([[++executions, "transform", JSON.stringify(result)]]);
    return result;
  },
  async w2(order) {
    const id = ++executions;
    const created = transform(order);
    const customer = created.total > 0 ? await send(order.id) : {};
    const result = { ...created, customer: (customer as { name?: string }).name };
    await log([
      [id, "transform", JSON.stringify(created)],
      [id, "filter", "true"],
      [id, "customer", JSON.stringify(customer)],
      [id, "result", JSON.stringify(result)],
    ]);
    return result;
  },
  async w3({ list }) {
    const id = ++executions;
    const entries = list.map((entry) => ({ twice: entry.n * 2 }));
    await log(
      entries.flatMap((entry, index): Row[] => [
        [id, "loop", JSON.stringify(list[index])],
        [id, "body", JSON.stringify(entry)],
      ]),
    );
    return { count: entries.length };
  },
  async events(order) {
    const id = ++executions;
    await log([[id, "event", JSON.stringify(order)]]);
    return { eventId: String(id) };
  },
  async w4(order) {
    const id = ++executions;
    await keep({ accepted: [[id, JSON.stringify(order)]] });
    void (async () => {
      const created = transform(order);
      const customer = await send(order.id);
      await keep({
        rows: [
          [id, "transform", JSON.stringify(created)],
          [id, "filter", "true"],
          [id, "customer", JSON.stringify(customer)],
        ],
        ended: [id],
      });
    })();
    return [{ id, status: "pending" }];
  },
};

const send = (id: string) =>
  new Promise((resolve, reject) =>
    get(`${PROVIDER}/customers?id=${id}`, { agent }, (reply) => read(reply).then(resolve, reject)).on("error", reject),
  );

async function read(message: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part);
  return JSON.parse(Buffer.concat(parts).toString());
}

/** A proxy hop: responses are passed through unchanged. */
function proxy({ url = "/" }: IncomingMessage, response: ServerResponse) {
  get(`${PROVIDER}${url.replace("/hub", "")}`, { agent }, (reply) => {
    response.writeHead(reply.statusCode ?? 502, { "content-type": "application/json" });
    reply.pipe(response);
  });
}

const server = createServer(async (request, response) => {
  if (request.url?.startsWith("/hub/")) return proxy(request, response);
  const workload = workloads[(request.url ?? "").slice(1)];
  const result = await workload?.((await read(request)) as never);
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify(result));
});
server.keepAliveTimeout = 60_000;
server.listen(Number(PORT), "127.0.0.1");
process.once("disconnect", () => process.exit(0));
