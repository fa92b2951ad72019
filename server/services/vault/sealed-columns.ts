import {
  DEFINITION_TABLES,
  type DefinitionTable,
  secretDefaultsIdentity,
} from "#server/store/element/secret-defaults.ts";
import { sealedIdentity } from "#server/store/element-instance/element-instances.ts";
import { ADDRESS_IDENTITY } from "#server/store/encryption/sealed-address.ts";
import { configurationIdentity } from "#server/store/test-account/test-accounts.ts";
import { requestIdentity } from "#server/store/webhook-capture/webhook-captures.ts";
import { organizationSecretIdentity, userSecretIdentity } from "../account/secret-identity.ts";
import { totpIdentity } from "../account/totp-identity.ts";
import { fileKeyIdentity } from "../bulk/file-key.ts";
import { LARGE_COLUMNS, stepIdentity } from "../execution/large-values.ts";
import { secretValuesIdentity } from "../formula/secret-values.ts";
import { responseIdentity } from "../idempotency/idempotency.ts";
import { callIdentity } from "../job/sealed-call.ts";
import { credentialsIdentity } from "../notification/credentials.ts";

/** A column whose values, except empty ones, were encrypted by the vault. */
export type SealedColumn = {
  table: string;
  column: string;
  /** The columns of its row that it is bound to. */
  boundTo: readonly string[];
  identity: (row: Row) => string;
  /** Rows whose value is never read again. */
  except?: string;
  /** The modules that encrypt it, each with its number of calls. */
  sealedIn: Readonly<Record<string, number>>;
};

// biome-ignore lint/suspicious/noExplicitAny: columns of any type, as pg reads them.
type Row = Record<string, any>;

/** The columns of secret defaults of elements. */
const definitionColumns: readonly SealedColumn[] = Object.entries(DEFINITION_TABLES).map(([table, key], index) => ({
  table,
  column: "secret_defaults",
  boundTo: ["organization_id", ...key],
  identity: (row: Row) =>
    secretDefaultsIdentity({
      table: table as DefinitionTable,
      organizationId: row.organization_id,
      key: key.map((name) => row[name]),
    }),
  // One call encrypts them all.
  sealedIn: Object.fromEntries(index === 0 ? [["store/element/secret-defaults.ts", 1]] : []),
}));

/** The columns of addresses that receive callbacks. */
const addressColumns: readonly SealedColumn[] = [
  {
    table: "subscription",
    column: "address_sealed",
    boundTo: ["organization_id", "id"],
    identity: (row) => ADDRESS_IDENTITY.subscription({ organizationId: row.organization_id, id: row.id }),
    // One call encrypts them all.
    sealedIn: { "store/encryption/sealed-address.ts": 1 },
  },
  {
    table: "formula_instance",
    column: "webhook_sealed",
    boundTo: ["organization_id", "id"],
    identity: (row) => ADDRESS_IDENTITY.formula_instance({ organizationId: row.organization_id, id: row.id }),
    sealedIn: {},
  },
  {
    table: "bulk_job",
    column: "callback_sealed",
    boundTo: ["organization_id", "folder"],
    identity: (row) => ADDRESS_IDENTITY.bulk_job({ organizationId: row.organization_id, folder: row.folder }),
    sealedIn: {},
  },
  {
    table: "notification",
    column: "recipient_sealed",
    boundTo: ["organization_id", "recipients"],
    identity: (row) => ADDRESS_IDENTITY.notification({ organizationId: row.organization_id, shown: row.recipients }),
    sealedIn: {},
  },
];

/** Every column with encrypted values. A test compares it with the calls of `vault.seal`. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    table: "organization",
    column: "secret_sealed",
    boundTo: ["secret_hash"],
    identity: (row) => organizationSecretIdentity(row.secret_hash),
    sealedIn: { "services/account/create-organization.ts": 1 },
  },
  {
    table: "user",
    column: "secret_sealed",
    boundTo: ["secret_hash"],
    identity: (row) => userSecretIdentity(row.secret_hash),
    sealedIn: { "services/account/create-organization.ts": 1 },
  },
  {
    table: "user",
    column: "totp_sealed",
    boundTo: ["organization_id", "id"],
    identity: (row) => totpIdentity({ organizationId: row.organization_id, userId: row.id }),
    sealedIn: { "services/second-factor/set-up.ts": 1 },
  },
  {
    table: "element_instance",
    column: "token_sealed",
    boundTo: ["organization_id", "token_hash"],
    identity: (row) =>
      sealedIdentity("token_sealed", { organizationId: row.organization_id, tokenHash: row.token_hash }),
    sealedIn: { "store/element-instance/element-instances.ts": 1 },
  },
  {
    table: "element_instance",
    column: "configuration",
    boundTo: ["organization_id", "token_hash"],
    identity: (row) =>
      sealedIdentity("configuration", { organizationId: row.organization_id, tokenHash: row.token_hash }),
    sealedIn: { "store/element-instance/element-instances.ts": 2 },
  },
  {
    table: "test_account",
    column: "configuration",
    boundTo: ["organization_id", "id"],
    identity: (row) => configurationIdentity({ organizationId: row.organization_id, id: row.id }),
    sealedIn: { "store/test-account/test-accounts.ts": 2 },
  },
  {
    table: "webhook_capture",
    column: "request",
    boundTo: ["organization_id", "id"],
    identity: (row) => requestIdentity({ organizationId: row.organization_id, id: row.id }),
    sealedIn: { "services/webhook-capture/receive-captured.ts": 1 },
  },
  ...definitionColumns,
  ...addressColumns,
  {
    table: "formula_instance",
    column: "secret_values",
    boundTo: ["organization_id", "id"],
    identity: (row) => secretValuesIdentity({ organizationId: row.organization_id, formulaInstanceId: row.id }),
    sealedIn: { "services/formula/secret-values.ts": 1 },
  },
  {
    table: "subscription",
    column: "credentials",
    boundTo: ["organization_id", "id"],
    identity: (row) => credentialsIdentity({ organizationId: row.organization_id, id: row.id }),
    sealedIn: { "services/notification/credentials.ts": 1 },
  },
  {
    table: "idempotent_request",
    column: "response",
    boundTo: ["organization_id", "user_id", "key"],
    identity: (row) => responseIdentity({ organizationId: row.organization_id, userId: row.user_id, key: row.key }),
    // Rows from before keys belonged to users.
    except: "user_id = 0",
    sealedIn: { "services/idempotency/idempotency.ts": 1 },
  },
  {
    table: "step_execution",
    column: "sealed",
    boundTo: ["execution_id", "seq"],
    identity: (row) => stepIdentity(Number(row.execution_id), row.seq),
    sealedIn: { "services/execution/step-row.ts": 1, "services/execution/large-values.ts": 1 },
  },
  {
    table: "step_execution",
    column: "output_file",
    boundTo: ["execution_id", "seq"],
    identity: (row) => LARGE_COLUMNS.output({ executionId: Number(row.execution_id), seq: row.seq }),
    sealedIn: { "services/execution/large-values.ts": 1 },
  },
  {
    table: "step_execution",
    column: "notes_file",
    boundTo: ["execution_id", "seq"],
    identity: (row) => LARGE_COLUMNS.notes({ executionId: Number(row.execution_id), seq: row.seq }),
    // By the call that encrypts `output_file`.
    sealedIn: {},
  },
  {
    table: "execution",
    column: "trigger_file",
    boundTo: ["id"],
    identity: (row) => LARGE_COLUMNS.trigger({ executionId: Number(row.id) }),
    // By the call that encrypts `output_file`.
    sealedIn: {},
  },
  {
    table: "schedule",
    column: "call_sealed",
    boundTo: ["organization_id", "id"],
    identity: (row) => callIdentity({ organizationId: row.organization_id, scheduleId: row.id }),
    sealedIn: { "services/job/sealed-call.ts": 1 },
  },
  {
    table: "job_run",
    column: "call_sealed",
    boundTo: ["organization_id", "schedule_id"],
    identity: (row) => callIdentity({ organizationId: row.organization_id, scheduleId: row.schedule_id }),
    // It is the text of its schedule.
    sealedIn: {},
  },
  {
    table: "bulk_job",
    column: "file_key",
    boundTo: ["organization_id", "folder"],
    identity: (row) => fileKeyIdentity({ organizationId: row.organization_id, folder: row.folder }),
    sealedIn: { "services/bulk/create-bulk-job.ts": 1 },
  },
];

/** Encrypted values that stay under their key, by module, and for how long or why. */
export const SEALED_ELSEWHERE: Readonly<Record<string, string>> = {
  "services/instance/connect-state.ts": "The state of a connection that is being made, in an address: ten minutes.",
  "services/invite/invitation.ts": "An invitation, in a link: a day.",
  "services/setup/setup-link.ts": "The link that sets up an installation.",
  "services/encryption/check-keys.ts": "A known text under each key, by which a wrong key is noticed at the start.",
};
