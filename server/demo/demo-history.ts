import { STALE_DEALS } from "#server/formula/examples/stale-deals.ts";
import { SYNC_CONTACTS } from "#server/formula/examples/sync-contacts.ts";

/** A time in the demo's past: this many hours ago, or at two in the morning this many nights ago. */
export type Ago = { hours: number } | { nights: number };

/** A run in the demo's history, by the name of its formula instance. */
export type PastRun = {
  instance: string;
  ago: Ago;
  /** The input as it is; an `event` refers to the connection that the instance names by this variable. */
  given: { args: unknown } | { event: Record<string, string>; of: string };
  /** The tested draft, if the run did not use the published formula. */
  draft?: object;
  /** It waited for a retry, and was cancelled. */
  isGivenUp?: true;
};

const ORDERS = "Orders of the demo shop";
const MAILBOX = "Beacon contacts to my mailbox";
const SYNC = "Acme to Beacon";
const DIGEST = "Beacon deals, at night";

const LINES = [
  { article: "Notebook", quantity: 3, price: 4.5 },
  { article: "Pencil", quantity: 12, price: 0.8 },
  { article: "Globe", quantity: 1, price: 89 },
];

const order = (hours: number, customerId: string, lines = 2): PastRun => ({
  instance: ORDERS,
  ago: { hours },
  given: { args: { customerId, lines: LINES.slice(0, lines) } },
});

const changed = (hours: number, objectId: string, objectType = "contacts"): PastRun => ({
  instance: MAILBOX,
  ago: { hours },
  given: { event: { elementKey: "demobeacon", eventType: "UPDATED", objectId, objectType }, of: "crm" },
});

const created = (hours: number, objectId: string, more: Partial<PastRun> = {}): PastRun => ({
  instance: SYNC,
  ago: { hours },
  given: { event: { elementKey: "democrm", eventType: "CREATED", objectId, objectType: "contacts" }, of: "source" },
  ...more,
});

type Drafted = { steps: { name: string }[] };
/** A formula with one changed step. */
const withStep = <Formula extends Drafted>(formula: Formula, name: string, changes: object): Formula => ({
  ...formula,
  steps: formula.steps.map((step) => (step.name === name ? { ...step, ...changes } : step)),
});

const ALWAYS_NEW = withStep(SYNC_CONTACTS, "isNew", { properties: { body: "done(true);" } });
const GIVES_UP = withStep(ALWAYS_NEW, "createContact", { onFailure: [] });
/** Some deals lack this date. */
const CARELESS = withStep(STALE_DEALS, "isStale", {
  properties: { body: "done(steps.eachDeal.entry.expectedClose.slice(0, 4) < '2026');" },
});
const digest = (ago: Ago, draft?: object): PastRun => ({
  instance: DIGEST,
  ago,
  given: { args: undefined },
  ...(draft && { draft }),
});

/** A week of runs, in no order. Failed runs fail because a provider refuses a request or a script is wrong. */
export const DEMO_HISTORY: readonly PastRun[] = [
  ...[166, 150.2, 141, 126.5, 119.1].map((hours, at) => order(hours, String(at + 1))),
  order(101.3, "17"),
  ...[95.4, 70.2, 52.4].map((hours) => order(hours, "2", 3)),
  order(77.6, "3", 0),
  order(46.1, "1", 1),
  order(29.2, "5", 3),
  order(9.5, "17"),
  order(1.6, "4"),
  ...["12", "31", "7"].map((id, at) => changed(158 - at / 60, id)),
  ...["45", "46", "47", "48"].map((id, at) => changed(110 - at / 60, id)),
  changed(86, "3", "accounts"),
  ...["8", "120", "121"].map((id, at) => changed(63 - at / 60, id)),
  changed(20.3, "9999"),
  ...["60", "61"].map((id, at) => changed(5 - at / 60, id)),
  created(120, "con_1"),
  created(98.5, "con_2"),
  created(60.1, "con_1"),
  created(33.2, "con_9999"),
  created(50.5, "con_1", { draft: GIVES_UP }),
  created(49.9, "con_1", { draft: ALWAYS_NEW, isGivenUp: true }),
  { instance: "Within the depot", ago: { hours: 143 }, given: { args: {} } },
  { instance: "Within the depot", ago: { hours: 61.5 }, given: { args: {} } },
  ...[6, 5, 4, 3, 2, 1].map((nights) => digest({ nights })),
  digest({ hours: 25.1 }, CARELESS),
  digest({ hours: 24.6 }, STALE_DEALS),
  created(0, "con_2", { draft: ALWAYS_NEW }),
];
