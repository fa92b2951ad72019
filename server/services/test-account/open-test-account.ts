import type { Context } from "#server/context.ts";
import { withoutCredentials } from "#server/element/auth/credentials.ts";
import { byDefinition } from "#server/element/definition/followed-defaults.ts";
import type { ElementPlan } from "#server/element/planned.ts";
import type { Configuration, ElementPorts } from "#server/element/ports.ts";
import { Failure } from "#server/errors.ts";
import * as leases from "#server/store/element-instance/grant-leases.ts";
import type { TestAccountOwner, TestAccountRecord } from "#server/store/test-account/test-accounts.ts";
import * as testAccounts from "#server/store/test-account/test-accounts.ts";
import { holdGrant, leaseGrant } from "../instance/lease-grant.ts";
import { runLifecycle } from "../instance/lifecycle.ts";
import {
  changesIn,
  isRefreshable,
  isRefreshed,
  requestRefresh,
  typesAfterRefresh,
} from "../instance/request-refresh.ts";
import { type Account, accountFor } from "./account-for.ts";
import { openInstanceOf } from "./open-instance.ts";

const MAX_TRIES = 10;

type Use = { plan: ElementPlan; owner: TestAccountOwner | null; testAccountId: number };

/**
 * A test account of the caller, ready for requests by an unpublished definition. Changes to its configuration,
 * including a refreshed grant, are stored in the account.
 * Refuses: notFound for accounts of others or of another draft; badRequest for a definition that the account was not
 * connected for (`byDefinition`); unauthorized if its authorization was revoked.
 */
export async function openTestAccount(ctx: Context, { plan, owner, testAccountId }: Use): Promise<Account> {
  const { element } = plan;
  const found = owner && (await testAccounts.find(ctx, ctx.caller, { ...owner, id: testAccountId }));
  if (!found) throw new Failure("notFound", `testAccountId: there is no test account ${testAccountId} of this draft.`);
  if (!found.valid) throw ended(found);
  configurationOf(found);
  await testAccounts.markUsed(ctx.db.prisma, ctx.caller, found.id, ctx.now());

  return accountFor(ctx, {
    open: async () => {
      const latest = await read();
      return latest && openInstanceOf(ctx, { account: latest, configuration: configurationOf(latest), plan });
    },
    keep: (ports) => {
      const kept: ElementPorts = { ...ports, saveConfiguration: async (changes) => void (await save(changes)) };
      return {
        ...kept,
        refresh(stale, { isRefused } = { isRefused: false }) {
          const ours = ctx.state.refreshes;
          const key = `${found.id} ${isRefused} ${stale["oauth.user.token"] ?? ""}`;
          const flight = ours.get(key) ?? refresh(stale, { isRefused, ports: kept }).finally(() => ours.delete(key));
          ours.set(key, flight);
          return flight;
        },
      };
    },
  });

  function read(): Promise<TestAccountRecord | null> {
    return testAccounts.find(ctx, ctx.caller, { id: testAccountId });
  }

  function configurationOf(account: TestAccountRecord): Configuration {
    try {
      return byDefinition(element, account);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      throw new Failure(
        "badRequest",
        `testAccountId: ${JSON.stringify(account.name)} was connected by another definition. ${error.message} Connect a test account again.`,
      );
    }
  }

  /**
   * Writes changes on top of concurrent ones; null after the account was deleted. With `owner`, writes nothing once the
   * lease of the grant was lost, since another process has a newer grant.
   */
  async function save(changes: Configuration, { owner }: { owner?: string } = {}): Promise<TestAccountRecord | null> {
    let seen: number | undefined;
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const account = await read();
      if (!account || (owner !== undefined && account.version === seen)) return account;
      seen = account.version;
      const next = {
        configuration: { ...account.configuration, ...changes },
        defaultKeys: account.defaultKeys.filter((key) => changes[key] === undefined),
      };
      const saved = await testAccounts.update(ctx.db.prisma, ctx.vault, account, next, { owner });
      if (saved) return saved;
    }
    throw new Failure("conflict", `The test account ${testAccountId} is being changed by others. Try again.`);
  }

  /** The configuration with a new grant, which only one of all processes requests. */
  async function refresh(
    stale: Configuration,
    { isRefused, ports }: { isRefused: boolean; ports: ElementPorts },
  ): Promise<Configuration | null> {
    if (!isRefreshable(plan, stale)) return null;
    return leaseGrant(ctx, { table: "test_account", id: testAccountId } as const, {
      async open() {
        const account = await read();
        return account && { ...account, configuration: configurationOf(account) };
      },
      isRefreshed: ({ configuration }) => isRefreshed(plan, stale, configuration),
      // An author who mends the token address tries again at once: nothing rests.
      resting: () => null,
      refresh: (lease, current) =>
        holding({ lease, current, ports, isRefused }).finally(() => leases.release(ctx.db.pool, lease)),
      gone,
      ended,
    });
  }

  type Holding = { lease: leases.Lease; current: TestAccountRecord; ports: ElementPorts; isRefused: boolean };

  async function holding({ lease, current, ports, isRefused }: Holding): Promise<Configuration | null> {
    const { configuration } = current;
    const outcome = await requestRefresh(ctx, { plan, configuration, ports });
    if (outcome.revoked !== undefined) {
      await testAccounts.markInvalid(ctx.db.prisma, current, lease);
      throw ended(current, withoutCredentials(outcome.revoked, element, configuration));
    }
    if (!outcome.failed) return afterwards(await save(outcome.grant, lease), { lease, ports });
    ctx.log.warn({ testAccountId, err: outcome.failed }, "token of a test account not refreshed");
    if (!isRefused) return null;
    throw new Failure("unavailable", "The authorization of this test account could not be refreshed. Try again.", {
      providerMessage: withoutCredentials(outcome.failed.message, element, configuration),
    });
  }

  async function afterwards(
    account: TestAccountRecord | null,
    { lease, ports }: Pick<Holding, "lease" | "ports">,
  ): Promise<Configuration> {
    if (!account) throw gone();
    let configuration = configurationOf(account);
    for (const type of typesAfterRefresh(plan, configuration)) {
      await holdGrant(ctx, lease);
      try {
        const ran = await runLifecycle(plan, type, { configuration }, ports);
        await ports.saveConfiguration(changesIn(ran.configuration, configuration));
        configuration = ran.configuration;
      } catch (error) {
        ctx.log.warn({ testAccountId, type, err: error }, "failed after a refresh");
      }
    }
    return configuration;
  }
}

const ended = ({ name }: TestAccountRecord, providerMessage?: string): Failure =>
  new Failure(
    "unauthorized",
    `The authorization of the test account ${JSON.stringify(name)} was revoked. Connect a test account again.`,
    { providerMessage },
  );

const gone = () => new Failure("unauthorized", "The test account was deleted.");
