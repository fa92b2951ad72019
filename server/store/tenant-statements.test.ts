import { readdirSync, readFileSync } from "node:fs";
import ts from "@typescript/typescript6";
import { expect, test } from "vitest";

const SERVER = new URL("..", import.meta.url);
const SCHEMA = new URL("../../prisma/schema.prisma", import.meta.url);

/** The tables with rows of organizations. */
const models = [...readFileSync(SCHEMA, "utf8").matchAll(/^model (\w+) \{(.*?)^\}/gms)].map(
  ([, name = "", body = ""]) => ({
    model: name.charAt(0).toLowerCase() + name.slice(1),
    table: /@@map\("(\w+)"\)/.exec(body)?.[1] ?? "",
    isTenant: /^\s+organizationId /m.test(body),
  }),
);
const tenant = models.filter(({ isTenant }) => isTenant);
const tables = new RegExp(
  `\\b(?:from|join|into|update)\\s+(?:only\\s+)?"?(${tenant.map(({ table }) => table).join("|")}|\\$\\{table\\})"?(?![\\w])`,
  "i",
);
const modelNames = new Set(tenant.map(({ model }) => model));

/** Matches SQL that compares or inserts `organization_id`, also as a column of `rowInputs`, or contains a named condition that does. */
const NAMES_IT =
  /organization_id\s*(?:=|>|,|\)|:(?!:)|in\b|is\b)|=\s*[\w".]*organization_id|organizationId"?\s*=|\$\{(?:SEEN|sees\(|seenIn|where|RUNNABLE)/;
const PRISMA_NAMES_IT = /organizationId|[sS]cope|[tT]enant|[vV]iewer|[aA]uthor|seenBy|visible|ownedBy|coveredBy/;

/** The exempt statements, by reason. Add one only if no user request can reach it unchecked. */
const REASONS: Record<string, string[]> = {
  "Workers take what waits, of all organizations in turn, and write by the lease that they hold": [
    ...of("execution/execution-leases", "findPoisoned", "listHeld", "releaseAfterFault", "releaseAll", "takeOver"),
    ...of("execution/execution-queue", "findStalledQueues", "isDeleted", "orphansOf", "promoteQueued", "wakeRetries"),
    ...of("execution/execution-history", "dropSealed", "nextSeq", "readHistory", "replaceTrigger"),
    ...of("execution/execution-writer", "findLanded"),
    ...of("execution/executions", "findEnding"),
    ...of("delivery/delivery-queue", "giveUpReceiver", "wakeDeliveries"),
    ...of("schedule/due-schedules", "findDue"),
    ...of("event/event-starts", "MARK"),
    ...of("event/event-writer", "countRepeats", "takeUnread"),
    ...of("formula-instance/formula-instance-errors", "countError", "forgetErrors"),
    ...of("element-instance/grant-leases", "hold", "markInvalid", "release", "stateOf", "take"),
    ...of("schedule/job-runs", "claimWaiting"),
    ...of("poller/polled-resources", "readStates"),
    ...of("poller/pollers", "assertHeld", "hold", "release", "take"),
    ...of("event/unread-events", "claimUnread"),
    ...of("execution/unnotified-failures", "findUnnotified"),
  ],
  "Workers encrypt the plain text of earlier versions": [
    ...of("element/unsealed-definitions", "list"),
    ...of("schedule/unsealed-calls", "TABLES"),
    ...of("encryption/unsealed-addresses", "list"),
  ],
  "Retention deletes by age": [
    ...of("bulk/bulk-jobs", "listExpired"),
    ...of("retention/retention", "deleteCauses", "deleteLeftSteps", "deleteNotifications", "deleteRest", "deleteUsage"),
    ...of("execution/executions", "listExisting"),
    ...of("retention/partitioned-tables", "firstIdSince", "hasRows"),
    ...of("element-instance/provision-traces", "insert"),
  ],
  "Joined with rows that were found by the organization, or are": [
    ...of("database/scope", "ownerHasAccess"),
    ...of("execution/execution-places", "joinExecution"),
  ],
  "Operators count what waits in the installation": of("job/backlog", "readBacklog"),
  "Records of an execution, which the caller was found to see by the organization before": [
    ...of("execution/execution-records", "HAS_ERRORS", "lastStepEnd", "listSteps", "readSteps"),
    ...of("formula/formula-revisions", "recordedName"),
    ...of("execution/reruns", "listReplaceable", "readRecordsBefore"),
    ...of("execution/runs", "summarizeSteps"),
    ...of("execution/run-steps", "findInside", "findSubFormula", "listChildren"),
    ...of("execution/run-steps", "readLastOutputs", "readOutputsBefore"),
    ...of("execution/numbered-steps", "countBetween", "listNumbered"),
    ...of("execution/step-totals", "countRecords", "countVisits", "isAmong"),
  ],
  "Parts of an element, element instance, event, notification or formula that was found by the organization before": [
    ...of("element/elements-in-use", "countInstances", "list"),
    ...of("element/element-keys", "keyOf"),
    ...of("element/elements", "readDefinition"),
    ...of("event/events", "listOfInstance"),
    ...of("event/event-explanations", "countDeliveries", "listStarted"),
  ],
  "The condition is put together from a list, whose first entry names it": [...of("schedule/job-runs", "RUNS")],
  "The condition is given by functions of the same file, each of which names it": of("element/elements", "listWhere"),
  "Who asks is not known yet: it is what is looked up": [
    ...of("organization/users", "CALLER", "exist", "findByEmail"),
    ...of("organization/stored-secrets", "ROWS"),
    ...of("invitation/invitations", "listOpenOf"),
    ...of("connect-session/connect-sessions", "findByToken"),
    ...of("event/event-instances", "instancesOfKey"),
    ...of("element/oauth-proxies", "findForCallback"),
    ...of("webhook-capture/webhook-captures", "findWaiting"),
  ],
  "Tells an id that nobody has (404) from that of somebody else (403), as the API must": [
    ...of("organization/accounts", "exists"),
    ...of("organization/users", "exists"),
  ],
  "Keys are replaced in the whole installation": of("encryption/sealed-values", "replace"),
  "The catalog is everybody's": of("element/catalog", "lock", "read"),
  "Made before anybody uses the demo": of("demo/backdate", "moveExecution"),
  "Words for people, no SQL": [
    "services/analytics/count-metric.ts#countMetric",
    "services/usage/measure-usage.ts#presented",
  ],
};
const EXEMPT = new Set(Object.values(REASONS).flat());

function of(file: string, ...names: string[]): string[] {
  return names.map((name) => `store/${file}.ts#${name}`);
}

/** `db.element`, or a table that a function chooses: `tableOf(db, …)`. */
const isTenantModel = (model: ts.Expression): boolean =>
  ts.isPropertyAccessExpression(model)
    ? modelNames.has(model.name.text) && /(?:db|tx|prisma)$/.test(model.expression.getText())
    : ts.isCallExpression(model) && model.expression.getText() === "tableOf";

type Statement = { where: string; text: string; isNamed: boolean };

/** Finds every SQL text and every Prisma query on such a table, with the function that contains it. */
function statementsIn(file: string): Statement[] {
  const source = ts.createSourceFile(file, readFileSync(new URL(file, SERVER), "utf8"), ts.ScriptTarget.Latest, true);
  const found: Statement[] = [];
  const declared = new Map(
    source.statements.flatMap((statement): [string, string][] => {
      const named = ts.isVariableStatement(statement)
        ? statement.declarationList.declarations.map(({ name }) => name.getText())
        : [(statement as { name?: ts.Node }).name?.getText() ?? ""];
      return named.map((name) => [name, statement.getText()]);
    }),
  );
  /** Appends the declarations of the same file that the text refers to. */
  const expanded = (text: string) =>
    [
      text,
      ...[...declared].filter(([name]) => name && new RegExp(`\\b${name}\\b`).test(text)).map(([, body]) => body),
    ].join();
  const filledIn = (text: string) => text.replaceAll(/\$\{(\w+)/g, (all, name) => `${all} ${declared.get(name) ?? ""}`);
  const visit = (node: ts.Node, top: string, body: string) => {
    const isText = ts.isTemplateExpression(node) || ts.isStringLiteralLike(node);
    if (isText && tables.test(node.getText()) && /\b(?:select|insert|update|delete)\b/i.test(node.getText())) {
      const text = node.getText();
      found.push({ where: `${file}#${top}`, text, isNamed: NAMES_IT.test(filledIn(text)) });
      return;
    }
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const model = node.expression.expression;
      if (isTenantModel(model))
        found.push({
          where: `${file}#${top}`,
          text: node.getText(),
          // Prisma's types require the column for every row that is created.
          isNamed: /^create/.test(node.expression.name.text) || PRISMA_NAMES_IT.test(expanded(body)),
        });
    }
    ts.forEachChild(node, (child) => visit(child, top, body));
  };
  for (const statement of source.statements) {
    const names = ts.isVariableStatement(statement)
      ? statement.declarationList.declarations.map((one) => one.name.getText())
      : [(statement as { name?: ts.Node }).name?.getText() ?? ""];
    visit(statement, names.join(), statement.getText());
  }
  return found;
}

const files = readdirSync(SERVER, { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => file.endsWith(".ts") && !/\.test\.ts$|^(?:generated|testing|launch)\//.test(file));
const statements = files.flatMap(statementsIn);

/** Where `installation`, which is held to no organization, is used for a caller. */
const OF_THE_INSTALLATION: Record<string, string> = {
  "services/account/account-roles.ts":
    "Tells an id that nobody has (404) from that of somebody else (403), as the API must",
  "services/account/create-organization.ts": "Makes an organization, which the caller does not belong to",
  "services/invite/invite-user.ts": "An e-mail address belongs to one user of all organizations",
  "services/organization/add-organization.ts": "Shows the organization that was made",
  "services/system/read-system-status.ts": "Lists the processes of the installation",
  "services/user/change-user.ts": "An e-mail address belongs to one user of all organizations",
  "services/user/create-user.ts": "An e-mail address belongs to one user of all organizations",
  "services/user/operators-roles.ts": "Operators of the installation are in no organization",
  "services/user/user-roles.ts": "Tells an id that nobody has (404) from that of somebody else (403), as the API must",
};

test("each use of the client that is held to no organization has a reason", () => {
  const users = files.filter((file) => {
    const source = readFileSync(new URL(file, SERVER), "utf8");
    return !file.startsWith("store/") && /\bdb\.installation\b|\binstallation\b[^;]*\} = [\w.]*\bdb\b/.test(source);
  });
  expect(users.sort()).toEqual(Object.keys(OF_THE_INSTALLATION));
});

test("statements are found at all", () => {
  expect(statements.length).toBeGreaterThan(150);
  expect(statements.filter(({ isNamed }) => isNamed).length).toBeGreaterThan(100);
});

test("every statement on objects of organizations names the organization, or is a known exception", () => {
  const unnamed = [...new Set(statements.filter(({ isNamed }) => !isNamed).map(({ where }) => where))];
  expect(unnamed.filter((where) => !EXEMPT.has(where)).sort()).toEqual([]);
});

test("known exceptions still exist", () => {
  const unnamed = new Set(statements.filter(({ isNamed }) => !isNamed).map(({ where }) => where));
  expect([...EXEMPT].filter((where) => !unnamed.has(where))).toEqual([]);
});
