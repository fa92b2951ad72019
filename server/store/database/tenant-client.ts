import { AsyncLocalStorage } from "node:async_hooks";
import type pg from "pg";
import { CountingAdapter } from "./count-rows.ts";
import type { DbClient } from "./prisma.ts";
import { ORGANIZATION_SETTING } from "./tenant-policies.ts";
import { WithSettings } from "./with-settings.ts";

/** The organization of the operation in progress, which the adapter sends with its statements. */
const organizations = new AsyncLocalStorage<number | undefined>();

/**
 * Binds a client to an organization: no statement reads or writes rows of another, whatever its condition says.
 * Operations in a transaction belong to the organization that began it.
 */
export function boundTo(prisma: DbClient, organizationId: number): DbClient {
  const act = <Result>(work: () => PromiseLike<Result>): Promise<Result> =>
    // An operation of Prisma starts when it is awaited.
    organizations.run(organizationId, async () => await work());
  const calls = <Target extends object>(target: Target, other: (member: unknown) => unknown): Target =>
    new Proxy(target, {
      get(_, name) {
        const member: unknown = Reflect.get(target, name);
        return typeof member === "function" && typeof name === "string"
          ? (...args: unknown[]) => act(() => member.apply(target, args))
          : other(member);
      },
    });
  const $transaction: DbClient["$transaction"] = (work, options) => {
    const before = organizations.getStore();
    return act(() => prisma.$transaction((tx) => organizations.run(before, () => work(tx)), options));
  };
  const client = calls(prisma, (model) => (isObject(model) ? calls(model, (value) => value) : model));
  return new Proxy(client, {
    get: (_, name) => (name === "$transaction" ? $transaction : Reflect.get(client, name)),
  }) as unknown as DbClient;
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

const ENTER = `select set_config('role', $1, true), set_config('${ORGANIZATION_SETTING}', $2, true)`;

/** Finds the role of callers; undefined where the installation has none. */
type FindRole = () => Promise<string | undefined>;

/** The connection of Prisma to Postgres, which runs statements of a bound client as the role of callers. */
export class TenantAdapter extends CountingAdapter {
  readonly #findRole: FindRole;

  constructor(pool: pg.Pool, findRole: FindRole) {
    super(entering(pool, findRole));
    this.#findRole = findRole;
  }

  override async connect() {
    const adapter = await super.connect();
    const start = adapter.startTransaction.bind(adapter);
    adapter.startTransaction = async (isolation) => {
      const organizationId = organizations.getStore();
      const role = organizationId === undefined ? undefined : await this.#findRole();
      const transaction = await start(isolation);
      if (role === undefined) return transaction;
      try {
        const text = { scalarType: "string", arity: "scalar" } as const;
        await transaction.queryRaw({ sql: ENTER, args: [role, String(organizationId)], argTypes: [text, text] });
        return transaction;
      } catch (error) {
        await transaction.executeRaw({ sql: "rollback", args: [], argTypes: [] }).catch(() => {});
        await transaction.rollback();
        throw error;
      }
    };
    return adapter;
  }
}

/** The pool, whose single statements change to the role of callers first if they belong to an operation of a bound client. */
function entering(pool: pg.Pool, findRole: FindRole): pg.Pool {
  const query = async (statement: pg.QueryConfig) => {
    const organizationId = organizations.getStore();
    const role = organizationId === undefined ? undefined : await findRole();
    return pool.query(
      role === undefined
        ? statement
        : (new WithSettings(statement, { role, [ORGANIZATION_SETTING]: String(organizationId) }) as never),
    );
  };
  return new Proxy(pool, {
    get(_, name) {
      if (name === "query") return query;
      const member: unknown = Reflect.get(pool, name);
      return typeof member === "function" ? member.bind(pool) : member;
    },
  });
}
