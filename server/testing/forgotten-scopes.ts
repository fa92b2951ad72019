import { lazyClient } from "#server/store/database/lazy-client.ts";
import type { TestApp } from "./app.ts";

/**
 * Removes the organization from the conditions of every statement of Prisma until the returned function is called, as if
 * each author had forgotten it.
 */
export function forgetOrganizations({ db }: TestApp): () => void {
  const { installation } = db;
  db.installation = lazyClient(
    async () =>
      (await db.prisma.$extends({
        query: { $allOperations: ({ args, query }) => query(withoutOrganization(args, false)) },
      })) as unknown as typeof db.prisma,
  );
  return () => {
    db.installation = installation;
  };
}

/** A copy of the arguments of an operation; within a condition nothing says which organization. */
function withoutOrganization(value: unknown, isCondition: boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutOrganization(one, isCondition));
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !(isCondition && /^organization(?:Id)?$/.test(name)))
      .map(([name, one]) => [name, withoutOrganization(one, isCondition || /^(?:where|some|every|none)$/.test(name))]),
  );
}

/** Switches the policies of this database off until the returned function is called. */
export async function removePolicies({ db: { queries } }: TestApp): Promise<() => Promise<void>> {
  const { rows } = await queries.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relrowsecurity",
  );
  const set = async (state: "enable" | "disable") => {
    await queries.query(rows.map(({ name }) => `alter table "${name}" ${state} row level security`).join(";"));
  };
  await set("disable");
  return () => set("enable");
}
