import { createHash } from "node:crypto";
import { formulaSchema } from "#server/formula/shape.ts";
import * as elementInstances from "#server/store/element-instance/element-instances.ts";
import type { TestApp } from "./app.ts";
import { anElement, insertElement } from "./elements.ts";
import type { TestOrganization } from "./organizations.ts";

const trigger = { type: "manual", name: "trigger", onSuccess: [], onFailure: [], properties: {} };
const formula = formulaSchema.parse({
  name: "Formula",
  engine: "v3",
  steps: [],
  configuration: [],
  triggers: [trigger],
});
const FORMULA = JSON.stringify({ ...formula, triggers: formula.triggers.map((one) => ({ ...one, id: 1 })) });

/** A page of instances, which lists decrypt. */
const OPENED = 60;

/**
 * Gives an organization this many rows of every table that lists read, and statistics of them. One formula has all
 * instances and runs, one bulk job all refused rows, and one schedule all its runs: their ids are returned.
 */
export async function fillLists(
  app: TestApp,
  { id, accountId, designer, administrator }: TestOrganization,
  rows: number,
) {
  const { pool, prisma } = app.db;
  const owner = { organizationId: id, accountId, userId: designer.id };
  const element = await insertElement(app, { organizationId: id, accountId }, anElement());
  const seriesOf = async (table: string, columns: string, values: string, owners = "organization_id, account_id") => {
    const chosen = owners === "" ? [] : owners.split(", ").map((name) => OWNERS[name]);
    await pool.query(
      `insert into "${table}" (${[...(owners ? [owners] : []), columns].join(", ")})
       select ${[...chosen, values].join(", ")} from generate_series(1, ${rows}) n`,
    );
  };
  const OWNERS: Record<string, number> = { organization_id: id, account_id: accountId, user_id: designer.id };
  const ALL = "organization_id, account_id, user_id";

  await seriesOf("account", "name, description, roles", "'Account ' || n, 'x', '{}'", "organization_id");
  const person = "'p' || n || '@many.test', 'Person ' || n, 'Person', 'Last ' || n, 'designer', '{default-user}', 'x'";
  await seriesOf(
    "user",
    "email, name, first_name, last_name, role, roles, password_hash, secret_hash, secret_sealed",
    `${person}, sha256(('many ' || n)::bytea), 'x'`,
  );
  await seriesOf(
    "api_key",
    "user_id, name, hint, key_hash, scopes",
    `${administrator.id}, 'Key ' || n, 'fk_aaaaaa', sha256(('key ' || n)::bytea), '{formulas:read}'`,
    "organization_id",
  );
  await seriesOf("audit_entry", "entity, entity_id, action", "'formula', n::text, 'update'", ALL);
  await seriesOf("dead_letter", "kind, reason, payload", "'deliveries', 'It failed.', '{}'");
  await seriesOf("formula", "name, definition", `'Formula ' || n, '${FORMULA}'`, ALL);
  const formulaId = await only<number>("select min(id) as found from formula where organization_id = $1");
  await seriesOf("formula_instance", "formula_id, name", `${formulaId}, 'Instance ' || n`, ALL);
  const instanceId = await only<number>("select min(id) as found from formula_instance where organization_id = $1");
  await seriesOf(
    "execution",
    "id, record, formula_id, formula_instance_id, revision, status, trigger_type, trigger, created_at",
    `n, n, ${formulaId}, ${instanceId}, 1, case when n % 50 = 0 then 'failed' else 'success' end, 'manual', '{}',
     now() - n * interval '1 second'`,
  );
  await seriesOf(
    "element",
    "key, hub, name, definition",
    `'many' || n, 'crm', 'Element ' || n, (select definition from element where id = ${element.id})`,
  );
  await seriesOf(
    "element_instance",
    "element_id, name, tags, token_hash, token_sealed, configuration",
    `${element.id}, 'Connection ' || n, '{}', sha256(('token ' || n)::bytea), 'x', 'x'`,
    ALL,
  );
  for (let n = 0; n < OPENED; n++) {
    const token = `opened ${n}`;
    await elementInstances.insert(prisma, app.vault, {
      ...{ ...owner, elementId: element.id, id: await elementInstances.nextId(prisma), name: `Opened ${n}`, tags: [] },
      ...{ configuration: {}, token, tokenHash: createHash("sha256").update(token).digest() },
      ...{ externalAuthentication: null, createdAt: app.now() },
    });
  }
  await pool.query(
    `insert into poller (element_instance_id, organization_id, minutes, next_poll_at)
     select id, organization_id, 60, now() + interval '1 day' from element_instance where organization_id = $1`,
    [id],
  );
  const elementInstanceId = await only<number>(
    "select max(id) as found from element_instance where organization_id = $1",
  );
  await seriesOf(
    "event",
    "id, element_instance_id, element_key, source, status, objects, object_ids, created_at",
    `n, ${elementInstanceId}, '${element.key}', 'polling', 'CONSUMED', '[{"objectId":"1","objectType":"contacts","eventType":"CREATED","elementKey":"many","date":"2026-01-01T00:00:00Z"}]', array['1'],
     now() - n * interval '1 second'`,
  );
  await seriesOf("notification", "topic, subject, message", "'many', 'Subject', 'Message'");
  await seriesOf(
    "subscription",
    "channel, topics, address, credentials",
    "'webhook', '{many}', 'https://x.test', 'x'",
    ALL,
  );
  await pool.query(
    `insert into delivery (organization_id, notification_id, subscription_id, status, ready)
     select $1, n.id, (select max(id) from subscription where organization_id = $1), 'delivered', false
     from notification n where n.organization_id = $1`,
    [id],
  );
  await seriesOf(
    "usage",
    "request_id, element_instance_id, element_key, method, uri, resource, ip, status, process_ms, created_at",
    `lpad(to_hex(n), 24, '0'), ${elementInstanceId}, '${element.key}', 'GET', '/contacts', '/contacts', '', 200, 5,
     now() - n * interval '1 second'`,
    ALL,
  );
  await seriesOf(
    "schedule",
    "id, call, cron, name",
    `gen_random_uuid(), '{"method":"GET","uri":"/users"}', '0 0 3 * * ?', 'Schedule ' || n`,
    ALL,
  );
  const jobId = await only<string>("select id as found from schedule where organization_id = $1 limit 1");
  await seriesOf(
    "job_run",
    "schedule_id, name, due_at, state",
    `'${jobId}', 'Schedule', now() - n * interval '1 minute', 'success'`,
    ALL,
  );
  await seriesOf(
    "bulk_job",
    "element_instance_id, direction, object_name, format, status, criteria, folder, file_key",
    `${elementInstanceId}, 'upload', 'contacts', 'csv', 'COMPLETED', '{}', 'x', 'x'`,
    ALL,
  );
  const bulkJobId = await only<string>("select min(id)::text as found from bulk_job where organization_id = $1");
  await seriesOf("bulk_error", "job_id, row, status, message", `${bulkJobId}, n, 400, 'Refused'`, "organization_id");
  await pool.query(
    "insert into element_access (organization_id, element_id, account_id) select $1, $2, a.id from account a where a.organization_id = $1",
    [id, element.id],
  );
  await pool.query("vacuum analyze");
  return {
    formulaId,
    elementId: element.id,
    elementKey: element.key,
    bulkJobId,
    jobId,
    formulaInstanceId: instanceId,
    elementInstanceId,
  };

  async function only<Value>(statement: string): Promise<Value> {
    const { rows: found } = await pool.query<{ found: Value }>(statement, [id]);
    if (!found[0]) throw new Error(`Nothing was found: ${statement}`);
    return found[0].found;
  }
}
