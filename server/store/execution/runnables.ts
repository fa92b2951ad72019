import type pg from "pg";
import { coalesce } from "../database/coalesce.ts";
import { SEES_ALL_ACCOUNTS } from "../database/scope.ts";

/** The data of a formula instance that is needed to start a run, read together. */
export type Runnable = {
  organizationId: number;
  accountId: number;
  userId: number;
  formulaId: number;
  formulaInstanceId: number;
  name: string;
  formulaName: string;
  active: boolean;
  formulaActive: boolean;
  /** Whether the owner, on whose behalf the instance runs, has access. */
  ownerActive: boolean;
  /** The owner's account, which limits what the owner sees unless they see all accounts. */
  ownerAccountId: number | null;
  ownerSeesAllAccounts: boolean;
  /** How the formula is exposed as a resource, and to which users. */
  method: string | null;
  uri: string | null;
  formulaAccountId: number;
  isOfDefaultAccount: boolean;
  revision: number;
  triggerType: string;
  singleThreaded: boolean;
  configuration: Record<string, unknown>;
  /** The variables whose values were entered as element instances; null for all of that type. */
  boundKeys: readonly string[] | null;
  /** Encrypted; `openSecretValues` decrypts it. */
  secretValues: string | null;
  settings: Record<string, unknown>;
  numberConsecutiveErrors: number;
};

/**
 * The query for a Runnable, to be continued; its aliases are `i` for instances, `f` for formulas and `u` for owners.
 */
export const RUNNABLE = `
select i.organization_id as "organizationId", i.account_id as "accountId", i.user_id as "userId", i.formula_id as "formulaId",
  i.id as "formulaInstanceId", i.name, f.name as "formulaName", i.active, f.active as "formulaActive",
  coalesce(u.active and a.active, false) as "ownerActive", a.id as "ownerAccountId",
  coalesce(${SEES_ALL_ACCOUNTS}, false) as "ownerSeesAllAccounts", f.revision, f.method, f.uri,
  f.account_id as "formulaAccountId", fa.is_default as "isOfDefaultAccount",
  f.trigger_type as "triggerType", i.single_threaded or f.single_threaded as "singleThreaded",
  i.configuration, i.bound_keys as "boundKeys", i.secret_values as "secretValues", i.settings, i.number_consecutive_errors as "numberConsecutiveErrors"
from formula_instance i join formula f on f.id = i.formula_id and f.organization_id = i.organization_id
join account fa on fa.id = f.account_id
left join "user" u on u.id = i.user_id and u.organization_id = i.organization_id left join account a on a.id = u.account_id`;

type RunnableKey = { organizationId: number; formulaInstanceId: number };

/**
 * A lookup of a formula instance with the current revision of its formula; null if this organization has none with this
 * id. Concurrent lookups share a statement.
 */
export const runnableLookup = (pool: pg.Pool) => coalesce((keys: RunnableKey[]) => findRunnables(pool, keys));

async function findRunnables(pool: pg.Pool, keys: RunnableKey[]): Promise<(Runnable | null)[]> {
  const { rows } = await pool.query<Runnable>({
    name: "execution_runnables",
    text: `${RUNNABLE} where i.id = any($1)`,
    values: [keys.map(({ formulaInstanceId }) => formulaInstanceId)],
  });
  const byId = new Map(rows.map((row) => [row.formulaInstanceId, row]));
  return keys.map(({ organizationId, formulaInstanceId }) => {
    const found = byId.get(formulaInstanceId);
    return found?.organizationId === organizationId ? found : null;
  });
}
