import pg from "pg";

/** The organization of the rows that a transaction may touch. A policy that needs it fails where it is not set. */
export const ORGANIZATION_SETTING = "formulary.organization_id";
const CURRENT = `current_setting('${ORGANIZATION_SETTING}')::integer`;
const OWN = `organization_id = ${CURRENT}`;

/** The rows of its organization that a caller reads and writes, and others that everybody reads. */
type Policies = { own: string; shared?: string };

/** Through the row that it refers to, by the primary key of that row; `among` says in which partitions that row may be. */
const through = (table: string, reference: string, parent: string, among = "true"): Policies => ({
  own: `exists (select from "${parent}" parent where parent.id = ${table}.${reference} and ${among} and parent.${OWN})`,
});

/** Rows from before the column have 0 in it until retention deletes them. */
const throughOrOwn = (...[table, reference, parent, among]: Parameters<typeof through>): Policies => ({
  own: `organization_id in (0, ${CURRENT}) and ${through(table, reference, parent, among).own}`,
});

/**
 * The policies of tables that say in another way than by `organization_id` alone to whom a row belongs. A table with
 * this column and without an entry has the usual policy.
 */
const POLICIES: Record<string, Policies> = {
  organization: { own: `id = ${CURRENT}` },
  session: through("session", "user_id", "user"),
  step_execution: throughOrOwn(
    "step_execution",
    "execution_id",
    "execution",
    "parent.record in (0, step_execution.execution_id)",
  ),
  element_access: throughOrOwn("element_access", "element_id", "element"),
  event_arrival: throughOrOwn("event_arrival", "element_instance_id", "element_instance"),
  element: { own: OWN, shared: "is_catalog" },
  hub: { own: OWN, shared: "organization_id is null" },
};

/** Tables without rows of organizations: the role of callers has no right on them. */
export const NO_TENANTS: Record<string, string> = {
  _prisma_migrations: "the state of the schema",
  encryption_key: "which keys the installation uses",
  password_attempt: "failed attempts by e-mail address, before anybody knows who it is",
  process: "the processes of the installation",
  runner: "the processes that run executions",
};

/** The role that a statement for a caller runs as: it owns nothing, so that the policies apply to it. */
export const tenantRoleOf = (owner: string): string => `${owner}_tenant`;

/** Whether the policies apply to statements for callers; if not, what is missing and what to do. */
export type RowSecurity = { role: string; missing: string | null };

type Table = {
  name: string;
  isSecured: boolean;
  /** With its definition, which is stored as its comment: Postgres words the expressions in its own way. */
  policies: Record<string, string | null>;
  hasColumn: boolean;
  isGranted: boolean;
};

type Queryable = Pick<pg.ClientBase, "query">;

const RIGHTS = "select, insert, update, delete";
const NOT_ALLOWED = "42501";
const NO_ROLE = "42704";
const EXISTS = ["42710", "23505"];
const NO_SUCH_VALUE = "22023";

const quoted = pg.escapeIdentifier;

/** Lists the product's tables that should have policies; the role of callers has no rights on others. */
async function readTables(client: Queryable, role: string) {
  const { rows } = await client.query<Table>(
    `select c.relname as name, c.relrowsecurity as "isSecured",
       exists (select from pg_attribute a
         where a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped) as "hasColumn",
       (select coalesce(json_object_agg(p.polname, obj_description(p.oid, 'pg_policy')), '{}')
         from pg_policy p where p.polrelid = c.oid) as policies,
       exists (select from pg_roles r
         where r.rolname = $1 and has_table_privilege(r.oid, c.oid, '${RIGHTS}')) as "isGranted"
     from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and pg_has_role(c.relowner, 'usage')
     order by 1`,
    [role],
  );
  return rows.flatMap((table) => {
    const wanted = POLICIES[table.name] ?? (table.hasColumn ? { own: OWN } : undefined);
    return wanted ? [{ ...table, wanted }] : [];
  });
}

type Secured = Awaited<ReturnType<typeof readTables>>[number];

const isAsWanted = ({ isSecured, policies, wanted }: Secured): boolean =>
  isSecured &&
  Object.keys(policies).length === Object.keys(wanted).length &&
  Object.entries(wanted).every(([name, condition]) => policies[name] === condition);

/** Whether callers are held to rows by our policies, those of this version or of the next. */
const isHeld = ({ isSecured, policies }: Secured): boolean =>
  isSecured && "own" in policies && Object.keys(policies).every((name) => name === "own" || name === "shared");

/**
 * Writes the policies of all tables, which changes nothing for their owner, and gives the role of callers its rights.
 * Where the product may not create roles, somebody else has to: `missing` says how.
 */
export async function applyRowSecurity(client: Queryable): Promise<RowSecurity> {
  const { owner, role } = await readRole(client);
  const tables = await readTables(client, role);
  for (const table of tables) if (!isAsWanted(table)) await client.query(policySql(table));
  await allow(client, `create role ${quoted(role)} nologin`, [NOT_ALLOWED, ...EXISTS]);
  await allow(client, `grant ${quoted(role)} to ${quoted(owner)}`, [NOT_ALLOWED, NO_ROLE]);
  const names = tables.map(({ name }) => quoted(name));
  const grants = `grant ${RIGHTS} on ${names.join()} to ${quoted(role)};
    grant usage on all sequences in schema ${quoted(await schemaOf(client))} to ${quoted(role)}`;
  await allow(client, grants, [NO_ROLE]);
  const reachable = await reachablePartitions(client, role);
  if (reachable.length > 0) await client.query(`revoke all on ${reachable.map(quoted).join()} from ${quoted(role)}`);
  return readRowSecurity(client);
}

/** Callers read partitions through their table alone. One that was a table before has kept its grants. */
async function reachablePartitions(client: Queryable, role: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_roles r on r.rolname = $1
     where c.relnamespace = current_schema()::regnamespace and c.relispartition and c.relkind = 'r'
       and has_table_privilege(r.oid, c.oid, '${RIGHTS}')`,
    [role],
  );
  return rows.map(({ name }) => name);
}

/** Reads whether the policies apply to statements for callers. */
export async function readRowSecurity(client: Queryable): Promise<RowSecurity> {
  const { owner, role, state } = await readRole(client);
  const advise = (problem: string, statements: string) => ({
    role,
    missing: `${problem} As an administrator of the database: ${statements} Then npm run migrate, and restart.`,
  });
  const create = `create role ${quoted(role)} nologin;`;
  const grant = `grant ${quoted(role)} to ${quoted(owner)};`;
  if (state === "missing") return advise(`There is no role ${role}.`, `${create} ${grant}`);
  if (state === "above")
    return advise(`Policies do not apply to ${role}.`, `alter role ${quoted(role)} nosuperuser nobypassrls;`);
  if (!(await mayBecome(client, role))) return advise(`${owner} may not act as ${role}.`, grant);
  const granted = (await readTables(client, role)).filter(({ isGranted }) => isGranted);
  const open = granted.filter((table) => !isHeld(table)).map(({ name }) => name);
  if (granted.length > 0 && open.length === 0) return { role, missing: null };
  const problem = open.length === 0 ? `${role} has no rights.` : `Tables lack their policies: ${open.join(", ")}.`;
  return { role, missing: `${problem} Run npm run migrate, and restart.` };
}

async function readRole(client: Queryable) {
  const [{ owner } = { owner: "" }] = (await client.query<{ owner: string }>("select current_user as owner")).rows;
  const role = tenantRoleOf(owner);
  const { rows } = await client.query<{ isAbove: boolean }>(
    `select rolsuper or rolbypassrls or pg_has_role(oid, current_user::regrole, 'usage') as "isAbove"
     from pg_roles where rolname = $1`,
    [role],
  );
  const [found] = rows;
  const state = found === undefined ? "missing" : found.isAbove ? "above" : "usual";
  return { owner, role, state } as const;
}

const schemaOf = async (client: Queryable): Promise<string> =>
  (await client.query<{ schema: string }>("select current_schema() as schema")).rows[0]?.schema ?? "public";

/** Whether the product may act as the role: newer versions of Postgres grant this apart from membership. */
async function mayBecome(client: Queryable, role: string): Promise<boolean> {
  try {
    await client.query("select set_config('role', $1, true)", [role]);
    return true;
  } catch (error) {
    if (isOneOf([NOT_ALLOWED, NO_SUCH_VALUE], error)) return false;
    throw error;
  }
}

/** All in one transaction, so that no table is ever without its policy. */
function policySql({ name, policies, wanted }: Secured): string {
  const table = quoted(name);
  const create = (policy: string, clauses: string, condition: string) => [
    `create policy ${policy} on ${table} ${clauses} using (${condition})`,
    `comment on policy ${policy} on ${table} is ${pg.escapeLiteral(condition)}`,
  ];
  return [
    `alter table ${table} enable row level security`,
    ...Object.keys(policies).map((policy) => `drop policy ${quoted(policy)} on ${table}`),
    ...create("own", "for all", wanted.own),
    ...(wanted.shared === undefined ? [] : create("shared", "for select", wanted.shared)),
  ].join(";\n");
}

/** Runs a statement that may be refused for one of these reasons. */
async function allow(client: Queryable, statement: string, codes: readonly string[]): Promise<void> {
  try {
    await client.query(statement);
  } catch (error) {
    if (!isOneOf(codes, error)) throw error;
  }
}

const isOneOf = (codes: readonly string[], error: unknown): boolean =>
  codes.includes((error as { code?: string }).code ?? "");
