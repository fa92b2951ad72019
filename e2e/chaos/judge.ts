import type { Customer } from "./customers.ts";
import type { Ledger } from "./ledger.ts";
import type { Recorded } from "./provider.ts";
import type { System } from "./system.ts";

/** A period, such as that of a fault: two times of the database in milliseconds. */
export type Period = { began: number; ended: number };

const BEFORE_MS = 1000;
/** Connections that a fault left silent are noticed up to five seconds later. */
const AFTER_MS = 7000;

type Execution = Period & {
  id: number;
  instance: number;
  status: string;
  cause: string | null;
  object: string | null;
  n: number;
  /** Its holder, in words. */
  lease: string;
};
type Call = {
  of: string;
  call: string;
  execution: number;
  request: Extract<Recorded, { request: string }>;
  /** The response that was sent as a whole; a step may repeat the request after a lie. */
  response: "result" | "lie" | undefined;
};

type Facts = {
  system: System;
  ledger: Ledger;
  /** Whether a fault happened within the period: what was in progress may be repeated. */
  isDisturbed: (period: Period) => boolean;
  executions: Execution[];
  /** Calls of steps, and callbacks, as the provider recorded them. */
  allCalls: Call[];
  calls: Map<string, Call[]>;
  callbacks: Map<string, { response: Call["response"]; body: string }[]>;
  printed: string;
};

/** The rules that hold after any faults; each returns its violations. */
const RULES: Record<string, (facts: Facts) => string[] | Promise<string[]>> = {
  "an execution that was acknowledged is kept": ({ ledger, executions }) => {
    const known = new Set(executions.map(({ id }) => id));
    return [...ledger.executions.keys()].filter((id) => !known.has(id)).map((id) => `execution ${id}`);
  },
  "an execution ends": ({ executions }) =>
    executions
      .filter(({ status }) => !["success", "failed", "cancelled", "unknown"].includes(status))
      .map(({ id, status, lease }) => `execution ${id} is ${status}, ${lease}`),
  "a request with the same Idempotency-Key starts one execution": ({ system, executions }) =>
    system.customers.flatMap(({ mark, instances }) =>
      (["manual", "ordered"] as const).flatMap((kind) =>
        repeated(executions.filter(({ instance }) => instance === instances[kind]).map(({ n }) => `${n}`)).map(
          (n) => `${kind} ${mark}: ${n}`,
        ),
      ),
    ),
  "what succeeded was done": ({ system, executions, calls }) => {
    const stepsOf = new Map<number, string[]>();
    for (const { instances } of system.customers) {
      stepsOf.set(instances.manual, ["order", "tell"]).set(instances.ordered, ["first", "second"]);
      stepsOf.set(instances.scheduled, ["minute"]).set(instances.event, ["heard"]);
    }
    return executions
      .filter(({ status }) => status === "success")
      .flatMap(({ id, instance }) => (stepsOf.get(instance) ?? []).map((step) => `${id} ${step}`))
      .filter((call) => !calls.get(call)?.some(({ response }) => response));
  },
  "executions of a single-threaded formula run in their order": ({ system, executions, allCalls, isDisturbed }) =>
    system.customers.flatMap(({ mark, instances }) => {
      const ordered = executions.filter(({ instance }) => instance === instances.ordered);
      const known = new Map(ordered.map((one) => [one.id, one]));
      let last = -1;
      return allCalls.flatMap(({ call, execution }) => {
        const own = known.get(execution);
        if (!own) return [];
        const { n } = own;
        const isLate = n < last && !isDisturbed(own);
        last = Math.max(last, n);
        return isLate ? [`${call} (number ${n} ${mark}) came after number ${last}`] : [];
      });
    }),
  "only calls of executions in progress at a fault are repeated": ({ calls, executions, isDisturbed }) => {
    const disturbed = new Set(executions.filter(isDisturbed).map(({ id }) => id));
    return [...calls].flatMap(([call, all]) => {
      const times = all.filter(({ response }) => response === "result").length;
      return times > 1 && !all.some(({ execution }) => disturbed.has(execution)) ? [`${call}, ${times} times`] : [];
    });
  },
  "a repeated call has the same Idempotency-Key, and no other call has it": ({ calls }) => {
    const keys = [...calls].map(
      ([call, all]) => [call, new Set(all.map(({ request }) => request.idempotencyKey))] as const,
    );
    const mixed = keys.filter(([, own]) => own.size > 1 || own.has(undefined)).map(([call]) => call);
    return [...mixed, ...repeated(keys.flatMap(([, own]) => [...own].map(String)))];
  },
  "a connection calls with the key of its customer": ({ system, calls }) =>
    [...calls].flatMap(([call, all]) =>
      all
        .filter(({ of, request }) => request.apiKey !== undefined && request.apiKey !== `key ${of}`)
        .map(({ of, request }) => `${call} ${of} with the ${request.apiKey}`)
        .concat(
          all.some(({ of }) => system.customers.every(({ mark }) => mark !== of)) ? [`${call} is of nobody`] : [],
        ),
    ),
  "an order that was acknowledged is one event, which starts one execution": async (facts) => {
    const { system, ledger, executions } = facts;
    const rows = await system.sql<{ id: string; instance: number }>(
      "select unnest(object_ids) as id, element_instance_id as instance from event where element_instance_id = any($1)",
      [system.customers.map(({ shop }) => shop.id)],
    );
    return system.customers.flatMap((customer) => {
      const orders = [...ledger.orders].filter(([, { of }]) => of === customer.mark).map(([id]) => id);
      const events = rows.filter(({ instance }) => instance === customer.shop.id).map(({ id }) => id);
      const runs = executions
        .filter(({ instance }) => instance === customer.instances.event)
        .map(({ object }) => `${object}`);
      return [
        ...without(orders, events).map((id) => `order ${id} has no event`),
        ...repeated(events).map((id) => `order ${id} has several events`),
        ...without(events, runs).map((id) => `order ${id} started nothing`),
        ...repeated(runs).map((id) => `order ${id} started several executions`),
      ];
    });
  },
  "news that were acknowledged are delivered, and repeated only if a fault disturbed them": async ({
    system,
    ledger,
    callbacks,
    isDisturbed,
  }) => {
    const deliveries = await system.sql<Period & { id: string }>(`select webhook_id as id, ${PERIOD} from delivery`);
    const disturbed = new Set(deliveries.filter(isDisturbed).map(({ id }) => id));
    const delivered = [...callbacks.values()].filter((all) => all.some(({ response }) => response));
    const texts = delivered.map(([first]) => first?.body ?? "");
    return [
      ...[...ledger.news.keys()]
        .filter((message) => !texts.some((text) => text.includes(JSON.stringify(message))))
        .map((message) => `news ${message}`),
      ...[...callbacks].flatMap(([id, all]) => {
        const times = all.filter(({ response }) => response === "result").length;
        return times > 1 && !disturbed.has(id) ? [`${id}, ${times} times`] : [];
      }),
    ];
  },
  "a schedule runs once a minute": ({ system, executions }) =>
    system.customers.flatMap(({ mark, instances }) => {
      const causes = executions
        .filter(({ instance }) => instance === instances.scheduled)
        .map(({ cause }) => `${cause}`);
      const minutes = causes.map((cause) => Date.parse(cause.slice("cron:".length)) / 60_000).sort((a, b) => a - b);
      const missing = minutes.slice(1).filter((minute, index) => minute !== (minutes[index] ?? 0) + 1);
      return [
        ...repeated(causes).map((cause) => `${mark}: ${cause} twice`),
        ...missing.map((minute) => `${mark}: nothing before ${new Date(minute * 60_000).toISOString()}`),
      ];
    }),
  "no customer sees another, and all answers are those of the API": ({ ledger, printed }) =>
    ledger.wrong.map((response) => `${response} ${loggedOf(response, printed)}`),
  "no secret is printed": ({ system, printed }) =>
    system.customers.flatMap(({ mark, headers, userSecret, shop }) =>
      [userSecret, ...`${headers.authorization} ${shop.headers.authorization}`.split(/[ ,]+/), `key ${mark}`]
        .filter((text) => text.length > 8 && !["Organization", "undefined"].includes(text))
        .filter((secret) => printed.includes(secret))
        .map(() => `a secret ${mark}`),
    ),
  "no process ends by itself": ({ system }) => system.died,
  "all processes work again after a fault": ({ system }) => system.stuck,
  "some executions were not disturbed": ({ executions, isDisturbed }) => {
    const count = executions.filter((execution) => !isDisturbed(execution)).length;
    return count < LEAST_UNDISTURBED ? [`only ${count} of ${executions.length}`] : [];
  },
};

/** The log about the request of a response, as far as it was printed. */
function loggedOf(response: string, printed: string): string {
  const [, requestId] = /"requestId":"(\w+)"/.exec(response) ?? [];
  const lines = requestId ? printed.split("\n").filter((line) => line.includes(requestId)) : [];
  return lines.map((line) => line.slice(0, LONGEST_LINE)).join("\n");
}

/** For the rules that concern only these. */
const LEAST_UNDISTURBED = 20;

const LONGEST_LINE = 2000;

/** The rule that all others have something to judge. */
export const ENOUGH = "enough happened";

export type Verdict = { rule: string; violations: string[] };
/** The result of a run for the process that started it. */
/** The holder of an execution, to find out why it does not end. */
const LEASE = `concat(case when runner_id is null then 'held by nobody' else coalesce(
    (select 'held by a ' || kind || ' that is alive' from runner where id = runner_id and alive_until > now()), 'held by a process that is gone') end,
  ', lease epoch ', lease_epoch, ', deaths ', deaths) as lease`;

export type Report = { seed: string; verdicts: Verdict[] };

/** The violations of each rule. */
export async function judge(system: System, ledger: Ledger, faults: readonly Period[]): Promise<Verdict[]> {
  const facts = await factsOf(system, ledger, faults);
  return Promise.all(Object.entries(RULES).map(async ([rule, find]) => ({ rule, violations: await find(facts) })));
}

async function factsOf(system: System, ledger: Ledger, faults: readonly Period[]): Promise<Facts> {
  const instances = system.customers.flatMap((customer: Customer) => Object.values(customer.instances));
  const rows = await system.sql<
    Record<"id" | "status" | "trigger" | "lease", string> &
      Period & { instance: number; cause: string | null; object: string | null }
  >(
    `select id, formula_instance_id as instance, status, cause, object_id as object, trigger, ${LEASE}, ${PERIOD}
     from execution where formula_instance_id = any($1) order by id`,
    [instances],
  );
  const executions = rows.map(({ id, trigger, ...row }) => ({
    ...row,
    id: Number(id),
    n: Number(JSON.parse(trigger).args?.n),
  }));
  const recorded = await system.recorded();
  const responses = new Map(
    recorded.flatMap((entry) => ("responded" in entry ? [[entry.responded, entry.with] as const] : [])),
  );
  const requests = recorded.flatMap((entry) => ("request" in entry ? [entry] : []));
  const allCalls = requests
    .filter(({ path }) => path === "/calls")
    .map((request) => {
      const { of, call } = JSON.parse(request.body) as { of: string; call: string };
      return { of, call, execution: Number.parseInt(call, 10), request, response: responses.get(request.request) };
    });
  const calls = Map.groupBy(allCalls, ({ call }) => call);
  const callbacks = Map.groupBy(
    requests
      .filter(({ path }) => path === "/callbacks")
      .map(({ request, webhookId, body }) => ({ id: `${webhookId}`, body, response: responses.get(request) })),
    ({ id }) => id,
  );
  const isDisturbed = ({ began, ended }: Period) =>
    faults.some((fault) => began < fault.ended + AFTER_MS && ended > fault.began - BEFORE_MS);
  return { system, ledger, isDisturbed, executions, allCalls, calls, callbacks, printed: await system.printed() };
}

/** The period of work, which is not changed any more after its end. */
const PERIOD = `extract(epoch from created_at)::float8 * 1000 as began, extract(epoch from updated_at)::float8 * 1000 as ended`;

const repeated = (all: readonly string[]) =>
  [...Map.groupBy(all, (one) => one)].filter(([, own]) => own.length > 1).map(([one]) => one);

function without(wanted: readonly string[], found: readonly string[]): string[] {
  const known = new Set(found);
  return wanted.filter((one) => !known.has(one));
}
