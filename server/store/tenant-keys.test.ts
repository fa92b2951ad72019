import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aDatabase, type TestDatabase } from "#server/testing/database.ts";

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await aDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** Tables without the column, by reason. */
const WITHOUT_COLUMN: Record<string, string[]> = {
  "Of the installation": ["_prisma_migrations", "encryption_key", "organization", "process", "runner"],
  "Looked up before it is known who asks": ["password_attempt", "session"],
};

/**
 * Keys without the organization, by reason. A database can be distributed by organization once all keys of a table
 * contain it: add none, and remove those that do.
 */
const WITHOUT_ORGANIZATION: Record<string, string[]> = {
  "An id that is unique in all organizations, by which other tables and addresses refer to the row": [
    ...ids("account", "agent_access", "api_key", "bulk_job", "connect_session", "dead_letter", "delivery"),
    ...ids("element", "element_draft", "element_instance", "element_product", "event"),
    ...ids(
      "formula",
      "formula_draft",
      "formula_instance",
      "formula_test",
      "hub",
      "integration",
      "job_run",
      "notification",
    ),
    ...ids("oauth_proxy", "object_definition", "provision_trace", "schedule", "subscription", "test_account"),
    ...ids("transformation", "user", "webhook_capture"),
    "dead_letter(job_id)",
  ],
  "Begins with the id of an object, which belongs to one organization": [
    "agent_access(element_instance_id)",
    "agent_access(formula_instance_id)",
    "api_tally(account_id,minute)",
    "bulk_error(job_id,row)",
    "bulk_segment(job_id,n)",
    "delivery(notification_id)",
    "delivery(notification_id,subscription_id)",
    "element(account_id,key)",
    "element_draft(element_id,user_id)",
    "element_draft_proof(draft_id)",
    "element_extension(element_id,account_id)",
    "element_import(element_id)",
    "element_proof(element_id,definition_hash)",
    "element_revision(element_id,revision)",
    "event_start(event_id,n,formula_instance_id)",
    "event_subscription(formula_instance_id)",
    "formula(account_id,method,uri)",
    "formula_draft(formula_id,user_id)",
    "formula_layout(formula_id)",
    "formula_test(formula_id,name)",
    "job_run(schedule_id,due_at)",
    "object_definition(level,owner_id,name)",
    "polled_resource(element_instance_id,resource)",
    "poller(element_instance_id)",
    "preference(user_id,name,formula_id,draft_id)",
    "request_subscription(formula_instance_id)",
    "schedule(formula_instance_id)",
    "subscription(element_instance_id)",
    "transformation(level,owner_id,element_id,name)",
    "webhook_capture(draft_id,user_id)",
    "webhook_capture(element_id,user_id)",
  ],
  "Looked up before it is known who asks": [
    "api_key(key_hash)",
    "api_key(previous_hash)",
    "connect_session(token_hash)",
    "element_instance(token_hash)",
    "user(email)",
    "user(secret_hash)",
    "webhook_capture(token_hash)",
  ],
};

function ids(...tables: string[]): string[] {
  return tables.map((table) => `${table}(id)`);
}

test("the tables of organizations carry organization_id", async () => {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id')`,
  );
  expect(rows.map(({ name }) => name).sort()).toEqual(Object.values(WITHOUT_COLUMN).flat().sort());
});

test("their primary and unique keys contain it, or are known not to", async () => {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `select t.relname as table,
       array(select a.attname::text from unnest(i.indkey::int[]) with ordinality k(number, place)
         join pg_attribute a on a.attrelid = t.oid and a.attnum = k.number order by k.place) as columns
     from pg_index i join pg_class t on t.oid = i.indrelid
     where i.indisunique and t.relnamespace = 'public'::regnamespace and not t.relispartition`,
  );
  const without = new Set(Object.values(WITHOUT_COLUMN).flat());
  const keys = rows
    .filter(({ table, columns }) => !without.has(table) && !columns.includes("organization_id"))
    .map(({ table, columns }) => `${table}(${columns.join()})`);
  expect(keys.sort()).toEqual(Object.values(WITHOUT_ORGANIZATION).flat().sort());
});
