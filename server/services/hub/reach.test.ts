import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aRunningApi, type RunningApi } from "#server/testing/running.ts";
import { type Connected, maySee, type Person, someTenants, type Tenants } from "#server/testing/tenants.ts";

let api: RunningApi;
let tenants: Tenants;
beforeAll(async () => {
  api = await aRunningApi();
  tenants = await someTenants(api);
});
afterAll(() => Promise.all([api.close(), tenants.close()]));

type Named = { id: string; configuration: object[]; values: Record<string, string>; args: object; steps: object[] };

const variable = (key: string, type = "value") => ({ key, name: key, type, required: false });
const script = (body: string) => ({ name: "pick", type: "script", onSuccess: ["use"], properties: { body } });
const NOTHING: Omit<Named, "id"> = { configuration: [], values: {}, args: {}, steps: [] };

/** The ways in which a formula receives the id of an element instance. */
const WAYS: Record<string, (id: string) => Named> = {
  literal: (id) => ({ ...NOTHING, id }),
  variable: (id) => ({
    ...NOTHING,
    id: "${config.it}",
    configuration: [variable("it", "elementInstance")],
    values: { it: id },
  }),
  "plain value": (id) => ({ ...NOTHING, id: "${config.it}", configuration: [variable("it")], values: { it: id } }),
  "two values": (id) => ({
    ...NOTHING,
    id: "${config.a}${b}",
    configuration: [variable("a"), variable("b")],
    values: { a: id.slice(0, -1), b: id.slice(-1) },
  }),
  undeclared: (id) => ({ ...NOTHING, id: "${config.it}", values: { it: id } }),
  input: (id) => ({ ...NOTHING, id: "${trigger.args.it}", args: { it: id } }),
  "number in input": (id) => ({ ...NOTHING, id: "${trigger.args.it}", args: { it: Number(id) } }),
  "value and input": (id) => ({
    ...NOTHING,
    id: "${config.a}${trigger.args.b}",
    configuration: [variable("a")],
    values: { a: id.slice(0, -1) },
    args: { b: id.slice(-1) },
  }),
  script: (id) => ({ ...NOTHING, id: "${steps.pick.it}", steps: [script(`done({ it: "${id}" })`)] }),
};

/** The steps that use an element instance; `own` belongs to the owner's account. */
const USES: Record<string, (id: string, mark: string, own: string) => object> = {
  elementRequest: (id, mark) => ({
    type: "elementRequest",
    properties: { elementInstanceId: id, method: "GET", api: `/hubs/crm/contacts/${mark}` },
  }),
  request: (id, mark) => ({
    type: "request",
    properties: { elementInstanceId: id, method: "GET", api: `/hubs/crm/contacts/${mark}` },
  }),
  download: (id, mark, own) => stream(id, own, mark),
  upload: (id, mark, own) => stream(own, id, mark),
};
const stream = (from: string, to: string, mark: string) => ({
  type: "elementRequestStream",
  properties: {
    downloadElementInstanceId: from,
    downloadMethod: "GET",
    downloadApi: `/hubs/crm/contacts/${mark}`,
    uploadElementInstanceId: to,
    uploadMethod: "POST",
    uploadApi: `/hubs/crm/contacts/${mark}`,
  },
});

const TRIGGERS = ["onRequest", "onEvent"];
/** The change of the owner after everything was saved. */
const LATER = ["nothing", "nothing", "nothing", "demoted", "moved", "disabled"] as const;

const aUse = fc.record({
  owner: fc.nat(),
  target: fc.nat(),
  way: fc.constantFrom(...Object.keys(WAYS)),
  uses: fc.constantFrom(...Object.keys(USES), ...TRIGGERS, ...TRIGGERS),
  nested: fc.boolean(),
  later: fc.constantFrom(...LATER),
});
type Use = typeof aUse extends fc.Arbitrary<infer One> ? One : never;

const aWorld = fc.record({
  organizations: fc.array(
    fc.record({ accounts: fc.integer({ min: 1, max: 2 }), admins: fc.array(fc.nat(), { maxLength: 2 }) }),
    {
      minLength: 2,
      maxLength: 3,
    },
  ),
  uses: fc.array(aUse, { minLength: 22, maxLength: 26 }),
});

const pick = <One>(list: readonly One[], n: number): One => list[n % list.length] as One;

/** Changes an owner as administrators do; returns the changed owner. */
async function change(owner: Person, later: Use["later"], accountId: number): Promise<Person | null> {
  const { prisma } = api.app.db;
  const where = { id: owner.id };
  if (later === "nothing") return owner;
  if (later === "disabled") {
    await prisma.user.update({ where, data: { active: false } });
    return null;
  }
  if (later === "demoted") {
    await prisma.user.update({ where, data: { roles: ["org"] } });
    return { ...owner, isOrgAdmin: false };
  }
  await prisma.user.update({ where, data: { accountId } });
  const account = await prisma.account.findUniqueOrThrow({ where: { id: accountId } });
  return { ...owner, accountId, isDefault: account.isDefault };
}

/** The observed effect of one use: which credentials it used or, for a trigger, whether it started a formula. */
async function perform(
  { way, uses, nested, later }: Use,
  { owner, target, own, elsewhere }: { owner: Person; target: Connected; own: Connected; elsewhere: number },
) {
  const mark = tenants.newMark();
  const post = (path: string, body: unknown, headers = {}) => tenants.send(owner, "POST", path, body, headers);
  const named = WAYS[way]?.(String(target.id)) as Named;
  const isTrigger = uses === "onRequest" || uses === "onEvent";
  const step = isTrigger
    ? { type: "script", properties: { body: "done({})" } }
    : (USES[uses]?.(nested ? "${trigger.args.nested}" : named.id, mark, String(own.id)) as object);
  let use: object = { name: "use", ...step };
  if (nested && !isTrigger) {
    const child = await post("/formulas", {
      name: `child ${mark}`,
      triggers: [{ type: "manual", onSuccess: ["use"] }],
      steps: [use],
    });
    expect(child.status, child.text).toBe(200);
    use = { name: "use", type: "formula", properties: { formulaId: child.body.id, args: { nested: named.id } } };
  }
  const properties = { elementInstanceId: named.id, method: "GET", api: "/hubs/crm/contacts/{id}" };
  const type = uses === "onRequest" ? "elementRequest" : uses === "onEvent" ? "event" : "manual";
  const first = named.steps.length > 0 && !isTrigger ? "pick" : "use";
  const saved = await post("/formulas", {
    name: mark,
    configuration: named.configuration,
    triggers: [{ type, onSuccess: [first], ...(isTrigger && { properties }) }],
    steps: [...named.steps, use],
  });
  if (saved.status !== 200) return { saw: [], isRefused: true, now: owner };
  const instance = await post(`/formulas/${saved.body.id}/instances`, { name: mark, configuration: named.values });
  if (instance.status !== 200) return { saw: [], isRefused: true, now: owner };
  const now = await change(owner, later, elsewhere);
  if (isTrigger) {
    // Other uses raise events of the same target at the same time, some before the owner is changed.
    const cause = `${mark}-cause`;
    if (uses === "onRequest") expect((await tenants.call(target, cause)).status).toBe(200);
    else await tenants.event(target, cause);
    const started = await tenants.executionsOf(instance.body.id, cause);
    const about = started > 0 ? "" : await tenants.describeEvents(target, cause);
    return { saw: started > 0 ? [target.credential] : [], isRefused: false, now, about };
  }
  await post(`/formulas/instances/${instance.body.id}/executions`, named.args, { prefer: "wait=30" });
  return { saw: tenants.credentialsOf(mark), isRefused: false, now };
}

/** Data of a run does not exist when a trigger is set up, so it names no instance. */
const OF_DATA = new Set(["input", "number in input", "value and input", "script"]);

test("a formula uses the element instances that its owner may see, and no others, however it names them", async () => {
  const seen = { used: 0, kept: 0 };
  const property = fc.asyncProperty(aWorld, async ({ organizations, uses }) => {
    const people: Person[] = [];
    const connections: Connected[] = [];
    for (const { accounts, admins } of organizations) {
      const organization = await tenants.organization(accounts);
      people.push(...organization.designers);
      for (const at of admins)
        people.push(await organization.colleague(pick(organization.designers, at).accountId, { isOrgAdmin: true }));
      for (const designer of organization.designers) connections.push(await tenants.connect(designer));
    }
    const accountsOf = (organizationId: number) => connections.filter((one) => one.organizationId === organizationId);
    const all = uses.map(async (use) => {
      const like = pick(people, use.owner);
      // An owner who is changed later is not shared.
      const owner = use.later === "nothing" ? like : await tenants.twin(like);
      const own = connections.find(({ accountId }) => accountId === owner.accountId) as Connected;
      const nearby = accountsOf(owner.organizationId);
      // Lost instances existed before; all others are as often of the same organization as of another.
      const among =
        use.later !== "nothing"
          ? connections.filter((one) => maySee(owner, one))
          : use.target % 2
            ? nearby
            : connections;
      const target = pick(among, use.target >> 1);
      const elsewhere = pick(
        nearby.map(({ accountId }) => accountId).filter((accountId) => accountId !== owner.accountId),
        use.target,
      );
      const { saw, isRefused, now, about = "" } = await perform(use, { owner, target, own, elsewhere });
      const title = `${JSON.stringify(use)} of ${owner.id} for ${target.id}${about}`;
      const visible = new Map(connections.map((one) => [one.credential, now !== null && maySee(now, one)]));
      for (const credential of saw) expect(visible.get(credential), `${title} used ${credential}`).toBe(true);
      // A stream needs access to both instances.
      const isAllowed = maySee(owner, target) && now !== null && maySee(now, target) && maySee(now, own);
      const isTrigger = use.uses === "onRequest" || use.uses === "onEvent";
      if (isAllowed && !(isTrigger && OF_DATA.has(use.way))) {
        expect(saw, title).toContain(target.credential);
        seen.used++;
      } else {
        seen.kept++;
      }
      if (isRefused) expect(maySee(owner, target), `${title} was refused`).toBe(false);
    });
    await Promise.all(all);
  });
  await fc.assert(property, { numRuns: 4, endOnFailure: true });
  // Makes sure that the test can fail: both happen often.
  expect(Math.min(seen.used, seen.kept)).toBeGreaterThan(20);
});
