import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { USUAL_POLICY } from "#server/account/password-policy.ts";
import { flatten } from "#server/element/bulk/flatten.ts";
import { openJobQueues } from "#server/outside/job-queues.ts";
import { registerApp } from "#server/process-app.ts";
import { createSession } from "#server/screen-handler.ts";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { anExecution } from "#server/testing/executions.ts";
import { forgetOrganizations, removePolicies } from "#server/testing/forgotten-scopes.ts";
import { aFormula } from "#server/testing/formulas.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";
import { rowsOf } from "#server/testing/rows-of.ts";
import { SCREEN_PROCEDURES, sendAsScreen } from "#server/testing/screens.ts";
import { handleBulkFile } from "./bulk-file.ts";
import { handleForm } from "./forms.ts";
import { EXPORTED_LISTS, handleListExport } from "./list-export.ts";
import { handleLive } from "./live.ts";
import { handleValue } from "./value.ts";

/** Part of the name of everything that belongs to the owner, whose account is not the default one. */
const MARKER = "marked-as-the-owners";

type Person = TestOrganization["viewer"];
/**
 * `refused`: it does not exist for outsiders. `own`: outsiders see, or create, their own. `administrators`: it belongs
 * to no organization, and is for administrators of any.
 */
type Row = {
  input: unknown;
  outsider: "refused" | "own" | "invalid" | "conflict" | "administrators";
  /** Only administrators of the organization may do it. */
  sibling?: "forbidden";
};

let api: TestApi;
let acme: TestOrganization;
let people: Record<"other organization" | "sibling account", Person>;
let owner: Person;
let sessions: Map<Person, string>;
let rows: Record<string, Row>;
let element: { id: number };
let ids: { executionId: number; stepExecutionId: number };

const session = async (person: Person) => {
  const { token } = await createSession({ username: person.email, password: person.password });
  sessions.set(person, token);
};

beforeAll(async () => {
  api = await anApi();
  registerApp(api.app);
  // Their tables, which the first process of an installation creates.
  const jobs = await openJobQueues(api.app.db.jobs, { works: false, onError: () => {} });
  await jobs.close();
  sessions = new Map();
  acme = await anOrganization(api.app);
  const other = await anOrganization(api.app);
  owner = await acme.aColleague({ role: "administrator" });
  people = {
    "other organization": other.administrator,
    "sibling account": await acme.aColleague({ role: "administrator" }),
  };
  for (const person of [owner, acme.viewer, acme.administrator, ...Object.values(people)]) await session(person);

  const post = async (path: string, body: unknown) => {
    const reply = await api.fetch(path, { as: owner, method: "POST", body });
    if (reply.status !== 200) throw new Error(`${path}: ${reply.text}`);
    return reply.body;
  };
  const configuration = [{ key: "a", name: MARKER, required: false }];
  const { id: formulaId } = await post("/formulas", aFormula({ name: MARKER, configuration }));
  const instance = await post(`/formulas/${formulaId}/instances`, { name: MARKER, configuration: { a: MARKER } });
  ids = await anExecution(api.app, instance);
  element = await post("/elements", {
    name: MARKER,
    key: "owned",
    description: MARKER,
    authentication: { type: "custom" },
    resources: [{ method: "GET", path: "/things", vendorPath: "/things" }],
  });
  const connect = (name: string) => post("/instances", { name, element: { id: element.id } });
  const [one, two] = [await connect(MARKER), await connect(MARKER)];
  const send = (path: string, input: unknown) => sendAsScreen(sessions.get(owner), path, input);
  const kept = await send("design.keep", {
    formulaId: null,
    basedOn: null,
    draft: null,
    formula: { name: MARKER },
  });
  const draftId: number = kept.result.data.id;
  const draft = { elementId: null, basedOn: null, draft: null, element: { name: MARKER } };
  const ofElementDraft: { draftId: number } = {
    draftId: (await send("builder.keep", draft)).result.data.id,
  };
  const anElement = { name: "x", description: "x", authentication: { type: "custom" } };
  const ofElement = { elementId: element.id };
  const { testAccount } = await post("/elements/test-authentications", {
    ...{ ...ofElementDraft, element: anElement, keepAs: MARKER },
  });
  const capture = await post(`/elements/drafts/${ofElementDraft.draftId}/webhook-captures`, {});
  const ofDraft = { elementId: null, ...ofElementDraft };
  const ofTest = { ...ofDraft, testAccountId: testAccount.id, element: anElement };
  const own = (input: unknown): Row => ({ input, outsider: "own" });
  const refused = (input: unknown): Row => ({ input, outsider: "refused" });
  const ofFormula = { formulaId };
  const formulaTest = await post(`/formulas/${formulaId}/tests`, {
    ...{ name: MARKER, trigger: {}, at: "2026-01-31T08:00:00Z", expected: { status: "success", steps: [] } },
  });
  const aBulkJob = async (token: string) => {
    const as = { authorization: `${owner.authorization}, Element ${token}` };
    const headers = { "elements-schedule-request": "0 0 3 * * ?" };
    return (await api.fetch("/bulk/workflows", { as, method: "POST", headers, body: [{ objectName: MARKER }] })).body;
  };
  const ofInstance = { formulaInstanceId: instance.id };
  const ofRun = { executionId: ids.executionId };
  const ofStep = { stepExecutionId: ids.stepExecutionId };
  const ofNotification = { notificationId: (await post("/notifications", { topic: "x", message: MARKER })).id };
  const ofConnection = { elementInstanceId: one.id };
  const ofElementKey = { elementKey: "owned" };
  // The name is in the refusals.
  const ofName = { name: "of-the-owner" };
  await post(`/accounts/objects/${ofName.name}/definitions`, { fields: [{ path: MARKER }] });
  const ofMapping = { level: "instance", ...ofConnection, ...ofName };
  const transformation = { vendorName: "things", fields: [] };
  await post(`/instances/${one.id}/transformations/${ofName.name}`, { ...transformation, label: MARKER });
  const filledIn = { name: "x", configuration: {} };
  const { id: bulkJobId } = await aBulkJob(one.token);
  const ofEvent = {
    eventId: await anEvent(api.app, { organizationId: acme.id, accountId: owner.accountId, elementInstanceId: one.id }),
  };
  const address = { channel: "webhook", topics: [MARKER], config: { url: `https://${MARKER}.test` } };
  const { id: subscriptionId } = await post("/notifications/subscriptions", address);
  const { id: notificationId } = await post("/notifications", { topic: MARKER, message: MARKER });
  const ofDelivery = { subscriptionId, notificationId };
  const day = { from: "2020-01-01", to: "2099-01-01", onlyUndelivered: false };
  const scheduled = { name: MARKER, uri: "/formulas", trigger: { cron: "0 0 3 * * ?" } };
  const { id: jobId } = await post("/jobs", scheduled);
  const requestId = "of-the-owner-1";
  await aRequest(api.app, {
    requestId,
    organizationId: acme.id,
    accountId: owner.accountId,
    elementInstanceId: one.id,
  });
  const letter = { organizationId: acme.id, accountId: owner.accountId, kind: "unread-events", reason: MARKER };
  const dead = await api.app.db.prisma.deadLetter.create({ data: { ...letter, payload: { text: MARKER } } });
  const apiKey = await post("/api-keys", { name: MARKER, scopes: ["formulas:read"] });
  const invited = `${MARKER}@example.test`;
  await sendAsScreen(sessions.get(acme.administrator), "invite.create", { email: invited, role: "viewer" });
  const { id: sessionId } = await api.app.db.prisma.session.findFirstOrThrow({ where: { userId: owner.id } });
  rows = {
    "account.list": own({}),
    "account.create": { ...own({ externalId: "theirs" }), sibling: "forbidden" },
    "account.change": refused({ accountId: owner.accountId, changes: { name: "x" } }),
    "account.switch": refused({ accountId: owner.accountId, on: false }),
    "account.secrets": own(undefined),
    "apiKey.list": own({}),
    "apiKey.listAll": own({}),
    "apiKey.create": own({ name: "x", scopes: ["formulas:read"] }),
    "apiKey.rotate": refused({ apiKeyId: apiKey.id, graceHours: 0 }),
    "apiKey.revoke": refused({ apiKeyId: apiKey.id }),
    "audit.list": own({ entity: "formula", object: String(formulaId) }),
    "organization.read": { ...own(undefined), sibling: "forbidden" },
    "organization.rename": { ...own({ name: "Renamed" }), sibling: "forbidden" },
    "organization.requireSecondFactor": { input: { on: true }, outsider: "conflict", sibling: "forbidden" },
    "organization.expiredPasswords": { ...own({ expirationDays: 1 }), sibling: "forbidden" },
    "organization.brand": { ...own(undefined), sibling: "forbidden" },
    "organization.setAccent": { ...own({ color: "#047857" }), sibling: "forbidden" },
    "organization.removeLogo": { ...own(undefined), sibling: "forbidden" },
    "organization.retention": { ...own(undefined), sibling: "forbidden" },
    "organization.previewRetention": { ...own({ days: 1 }), sibling: "forbidden" },
    "organization.setRetention": { ...own({ days: 1 }), sibling: "forbidden" },
    "organization.setPasswordPolicy": { ...own(USUAL_POLICY), sibling: "forbidden" },
    "security.sessions": own(undefined),
    "security.endSession": refused({ session: sessionId }),
    "security.endOtherSessions": own(undefined),
    "security.secondFactor": own(undefined),
    "security.begin": own(undefined),
    "security.confirm": { input: { code: "000000" }, outsider: "invalid" },
    "security.password": own(undefined),
    "security.changePassword": { input: { currentPassword: "x", newPassword: "y" }, outsider: "invalid" },
    "security.turnOff": { input: { code: "000000" }, outsider: "conflict" },
    "security.renewCodes": { input: { code: "000000" }, outsider: "conflict" },
    "user.signOut": refused({ emailOrId: String(owner.id) }),
    "user.resetSecondFactor": refused({ emailOrId: String(owner.id) }),
    "invite.list": { ...own(undefined), sibling: "forbidden" },
    "invite.revoke": { ...refused({ email: invited }), sibling: "forbidden" },
    "user.list": own({ accountId: owner.accountId }),
    "user.setRole": refused({ emailOrId: String(owner.id), roleKey: "org" }),
    "user.switch": refused({ emailOrId: String(owner.id), on: false }),
    "user.setPassword": refused({ emailOrId: String(owner.id), password: "another secret" }),
    "user.remove": refused({ emailOrId: String(owner.id) }),
    "agent.read": refused(ofConnection),
    "agent.allow": refused({ ...ofConnection, allowsChanges: true }),
    "agent.forbid": refused(ofConnection),
    "analytics.read": own({ range: "week" }),
    "delivery.list": own({}),
    "delivery.destinations": own({}),
    "delivery.attempts": refused(ofDelivery),
    "delivery.resend": refused(ofDelivery),
    "delivery.countWindow": refused({ subscriptionId, ...day }),
    "delivery.recover": refused({ subscriptionId, ...day }),
    "delivery.dismiss": refused(ofDelivery),
    "delivery.dismissAll": refused({ subscriptionId }),
    "event.list": own({}),
    "event.read": refused(ofEvent),
    "event.rehearse": refused(ofEvent),
    "event.replay": refused(ofEvent),
    "event.send": refused({ ...ofConnection, eventType: "CREATED", objectType: "x", objectId: "1", raw: {} }),
    "operations.queues": own(undefined),
    "operations.deadLetters": own({}),
    "operations.runAgain": refused({ deadLetterId: dead.id }),
    "operations.status": { input: undefined, outsider: "administrators" },
    "poller.list": own({}),
    "poller.dryRun": refused({ ...ofConnection, resource: "things" }),
    "poller.reset": refused({ ...ofConnection, resource: "things" }),
    "preference.read": refused({ name: "testAccounts", ...ofFormula }),
    "preference.write": refused({ name: "testAccounts", ...ofFormula, value: { c: "1" } }),
    "requestLog.list": own({}),
    "requestLog.read": refused({ requestId }),
    "requestLog.trace": refused({ ...ofConnection, on: true }),
    "schedule.list": own({}),
    "schedule.read": refused({ jobId }),
    "schedule.runs": refused({ jobId }),
    "schedule.create": own({ ...scheduled, name: "theirs" }),
    "schedule.change": refused({ jobId, ...scheduled }),
    "schedule.switch": refused({ jobId, on: false }),
    "schedule.remove": refused({ jobId }),
    "bulkJob.list": own(ofConnection),
    "bulkJob.read": refused({ bulkJobId }),
    "bulkJob.errors": refused({ bulkJobId }),
    "bulkJob.objects": refused({ ...ofConnection, direction: "upload" }),
    "bulkJob.download": refused({ ...ofConnection, objectName: "things" }),
    "bulkJob.continue": refused({ bulkJobId }),
    "bulkJob.runWorkflow": refused({ bulkJobId }),
    "bulkJob.cancel": refused({ bulkJobId }),
    "commonResource.list": own(undefined),
    "commonResource.read": refused(ofName),
    "commonResource.create": own({ level: "account", name: "theirs", definition: { fields: [] } }),
    "commonResource.remove": refused({ objectName: ofName.name, force: true }),
    "commonResource.deleteField": refused({ ...ofName, level: "account", path: "id" }),
    "commonResource.export": refused(ofName),
    "commonResource.import": own({ vdrName: "imported", definition: { level: "account", fields: [] } }),
    "commonResource.mapping": refused(ofMapping),
    "commonResource.sample": refused({ ...ofConnection, objectName: "things" }),
    "commonResource.preview": refused({ of: ofMapping, transformation, record: {} }),
    "commonResource.save": refused({ of: ofMapping, transformation, newFields: [], basedOn: null }),
    "commonResource.removeMapping": refused(ofMapping),
    "formulaTest.list": refused(ofFormula),
    "formulaTest.read": refused({ ...ofFormula, formulaTestId: formulaTest.id }),
    "formulaTest.open": refused({ ...ofFormula, formulaTestId: formulaTest.id }),
    "formulaTest.rename": refused({ ...ofFormula, formulaTestId: formulaTest.id, name: "renamed" }),
    "formulaTest.preview": refused({ ...ofFormula, formulaTestId: formulaTest.id }),
    // The results have another digest.
    "formulaTest.accept": refused({ ...ofFormula, formulaTestId: formulaTest.id, digest: "x" }),
    "formulaTest.record": refused({ ...ofFormula, executionId: ids.executionId, name: "x" }),
    "formulaTest.run": refused(ofFormula),
    "formulaTest.compare": refused({ ...ofFormula, from: 1 }),
    "formulaTest.remove": refused({ ...ofFormula, formulaTestId: formulaTest.id }),
    "builder.open": refused({ elementKey: "owned" }),
    "builder.openDraft": refused(ofElementDraft),
    "builder.drafts": own(undefined),
    "builder.keep": refused({ ...draft, ...ofElement, basedOn: 1 }),
    "builder.discard": own(ofElementDraft),
    // For an outsider, the draft does not exist, like one that was published meanwhile.
    "builder.create": { input: { element: anElement, ...ofElementDraft }, outsider: "conflict" },
    "builder.publish": refused({ ...ofElement, basedOn: 1, element: anElement }),
    "builder.problems": refused({ ...ofElement, element: anElement }),
    "builder.changes": refused({ ...ofElement, element: anElement }),
    "builder.impact": refused({ ...ofElement, element: anElement }),
    "builder.tryRequest": refused({
      ...ofElement,
      ...ofConnection,
      ...{ draftId: null, element: anElement, method: "GET", path: "/things" },
    }),
    "builder.checklist": own({ element: anElement }),
    "builder.tryPoll": refused({ ...ofTest, resource: "things" }),
    "builder.tryEvent": refused({ ...ofTest, body: {} }),
    "builder.tryHook": refused({ ...ofTest, position: 0, request: { method: "GET", path: "/things" } }),
    "builder.prove": refused({ ...ofTest }),
    "builder.proofs": refused(ofElement),
    "builder.beginAuthentication": refused({ ...ofElement, draftId: null, element: anElement, configuration: {} }),
    "builder.authenticate": refused({
      ...ofDraft,
      keepAs: "x",
      element: anElement,
      configuration: {},
      providerData: {},
    }),
    "builder.testAccounts": refused(ofDraft),
    "builder.removeTestAccount": refused({ testAccountId: testAccount.id }),
    "builder.openCapture": refused(ofDraft),
    "builder.capture": refused({ webhookCaptureId: capture.id }),
    "builder.closeCapture": refused({ webhookCaptureId: capture.id }),
    "builder.callbackUrl": own(undefined),
    "builder.revisions": refused(ofElement),
    "builder.revisionSteps": refused(ofElement),
    "builder.revision": refused({ ...ofElement, revision: 1 }),
    "builder.compare": refused({ ...ofElement, from: 1, to: 1 }),
    "builder.restore": refused({ ...ofElement, revision: 1, basedOn: 1, draft: null }),
    "connection.catalog": own(undefined),
    "connection.form": refused({ elementKey: "owned" }),
    "connection.list": own({}),
    "connection.names": own(undefined),
    "connection.broken": own(ofFormula),
    "connection.events": refused(ofConnection),
    "connection.operation": refused({ ...ofConnection, operationId: "getThings" }),
    "connection.operations": refused(ofConnection),
    "connection.read": refused(ofConnection),
    "connection.pollers": refused(ofConnection),
    "connection.poll": refused({ ...ofConnection, resource: "things" }),
    "connection.watch": refused(ofConnection),
    "connection.watchChanges": refused({ ...ofConnection, on: true }),
    "connection.token": refused(ofConnection),
    "connection.replace": refused({ from: one.id, to: two.id }),
    "connection.create": refused({ elementKey: "owned", ...filledIn }),
    "connection.begin": refused({ elementKey: "owned", instance: { ...filledIn, id: one.id } }),
    "connection.change": refused({ ...ofConnection, name: "x" }),
    "connection.switch": refused({ ...ofConnection, on: false }),
    "connection.remove": refused(ofConnection),
    "design.open": refused(ofFormula),
    "design.openDraft": refused({ draftId }),
    "design.drafts": own(undefined),
    "design.keep": refused({ formulaId, basedOn: 1, draft: null, formula: { name: "x" } }),
    "design.discard": own({ draftId }),
    "design.create": { input: { formula: aFormula({ name: "x" }), draftId }, outsider: "conflict" },
    // A connection of others is not valid for a variable.
    "design.test": {
      outsider: "invalid",
      input: {
        formula: aFormula({ configuration: [{ key: "c", name: "c", type: "elementInstance" }] }),
        configuration: { c: String(one.id) },
        payload: {},
      },
    },
    "design.publish": refused({ formulaId, basedOn: 1, formula: aFormula() }),
    "design.heldValues": refused(ofFormula),
    "design.compare": refused({ formulaId, revision: 1, with: 1 }),
    "design.compareDraft": refused({ formulaId, from: 1, formula: aFormula() }),
    "design.revisions": refused(ofFormula),
    "design.revision": refused({ formulaId, revision: 1 }),
    "elements.list": own({}),
    "elements.hubs": own(undefined),
    "elements.read": refused(ofElementKey),
    "elements.resources": refused(ofElementKey),
    "elements.objects": refused(ofElementKey),
    "elements.operations": refused(ofElementKey),
    "elements.operation": refused({ ...ofElementKey, operationId: "getThings" }),
    "elements.accounts": refused(ofElementKey),
    "elements.share": refused({ ...ofElementKey, accountId: owner.accountId, on: true }),
    "elements.export": refused(ofElementKey),
    "elements.create": own({ ...anElement, key: "new-element" }),
    "elements.clone": refused(ofElementKey),
    "elements.switch": refused({ ...ofElementKey, on: false }),
    "elements.remove": refused(ofElementKey),
    "execution.list": own({}),
    "execution.byHour": own(ofFormula),
    "execution.read": refused(ofRun),
    "execution.input": refused(ofRun),
    "execution.formula": refused(ofRun),
    "execution.steps": refused({ ...ofRun, after: 0, limit: 10 }),
    "execution.counts": refused({ ...ofRun, path: "", until: 1 }),
    "execution.visit": refused({ ...ofRun, path: "", name: "step0", until: 1, visit: null }),
    "execution.visits": refused({ ...ofRun, path: "", name: "step0", until: 1, visit: 1, isFailed: false }),
    "execution.context": refused(ofStep),
    "execution.step": refused(ofStep),
    "execution.stepInput": refused(ofStep),
    "execution.values": refused(ofRun),
    "execution.value": refused({ ...ofStep, key: "x", from: 0 }),
    "execution.find": refused({ ...ofStep, key: "x", path: "x" }),
    "execution.cancel": refused(ofRun),
    "execution.retry": refused(ofRun),
    "execution.replay": refused({ ...ofRun, revision: "ran" }),
    "execution.planAgain": own({}),
    "execution.runAgain": own({ executionIds: [1] }),
    "execution.planRerun": refused(ofStep),
    "execution.rerun": refused({ ...ofStep, revision: "ran" }),
    "execution.why": refused({ ...ofConnection, objectId: "1" }),
    "explorer.operations": refused(ofConnection),
    "explorer.operation": refused({ ...ofConnection, operationId: "getThings" }),
    "explorer.document": refused(ofConnection),
    "explorer.send": refused({ ...ofConnection, method: "GET", path: "/hubs/x/things" }),
    "formula.list": own({}),
    "formula.names": own(undefined),
    "formula.calls": own(undefined),
    "formula.read": refused(ofFormula),
    "formula.layout": refused(ofFormula),
    "formula.saveLayout": refused({ ...ofFormula, positions: { "step:x": { x: 1, y: 1 } }, isTidied: true }),
    "formula.create": own(aFormula({ name: "x" })),
    "formula.change": refused({ formulaId, changes: { active: false } }),
    "formula.remove": refused(ofFormula),
    "formulaInstance.list": refused(ofFormula),
    "formulaInstance.names": refused(ofFormula),
    "formulaInstance.newestActive": refused(ofFormula),
    "formulaInstance.read": refused(ofInstance),
    "formulaInstance.create": refused({ formulaId, instance: { name: "x" } }),
    "formulaInstance.change": refused({ ...ofInstance, changes: { name: "x" } }),
    "formulaInstance.switch": refused({ ...ofInstance, on: false }),
    "formulaInstance.remove": refused(ofInstance),
    "formulaInstance.run": refused({ ...ofInstance, payload: {} }),
    "formulaInstance.try": refused({ ...ofInstance, formula: aFormula(), payload: {} }),
    "home.createContact": refused(undefined),
    "home.overview": own(undefined),
    "notification.acknowledge": refused(ofNotification),
    "notification.resend": refused(ofNotification),
  };
});
afterAll(() => api.close());

/** Their input is a link, which names its recipient, and has its own tests. */
const OF_LINKS = new Set([
  "connect.read",
  "connect.submit",
  "connect.begin",
  "invite.create",
  "invite.read",
  "invite.accept",
  "setup.read",
  "setup.complete",
]);
const PROCEDURES = SCREEN_PROCEDURES.filter(({ path }) => !OF_LINKS.has(path));
const named = PROCEDURES.map((procedure) => [procedure.path, procedure] as const);
const rowOf = (path: string): Row => {
  const row = rows[path];
  if (!row) throw new Error(`Say in this test what ${path} does for outsiders.`);
  return row;
};

test("every procedure is known to this test", () => {
  expect(Object.keys(rows).sort()).toEqual(PROCEDURES.map(({ path }) => path).sort());
});

test.each(named.filter(([path, { isQuery }]) => isQuery && !/\.(value|find|status)$/.test(path)))(
  "%s: responds to its owner",
  async (path) => {
    const { input, sibling } = rowOf(path);
    const token = sessions.get(sibling ? acme.administrator : owner);
    expect((await sendAsScreen(token, path, input)).error).toBeUndefined();
  },
);

/** Columns of what the owner's rows do not have here. */
const NOT_IN_EVERY_ROW = new Set([
  ...["agent", "changes", "object.objectType", "object.eventType", "answerStatus", "error", "nextAttemptDate"],
  ...["deliveries.delivered", "deliveries.retry", "deliveries.queued", "element_key", "instance_name", "hub"],
]);

test.each(Object.keys(EXPORTED_LISTS))(
  "%s: is exported for its owner, each column a field of its rows",
  async (list) => {
    const token = sessions.get(list === "audit" ? acme.administrator : owner);
    const [table = "", lines = ""] = await Promise.all(
      ["csv", "json"].map(async (format) => {
        const request = new Request(`https://formulary.test/api/exports?list=${list}&format=${format}`);
        return (await handleListExport(api.app, request, token)).text();
      }),
    );
    const rows = lines
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    const fields = new Set(rows.flatMap((row) => [...flatten(row).keys()]));
    const columns = table.split("\n", 1)[0]?.split(",") ?? [];
    expect(columns.length).toBeGreaterThan(10);
    expect(columns.filter((column) => !fields.has(column) && !NOT_IN_EVERY_ROW.has(column))).toEqual([]);
  },
);

describe.each(["other organization", "sibling account"] as const)("somebody of the %s", (who) => {
  test.each(named)("%s", async (path) => {
    const { input, outsider, sibling } = rowOf(path);
    const before = await everything();
    const reply = await sendAsScreen(sessions.get(people[who]), path, input);
    if (sibling && who === "sibling account") expect(reply.error?.data.status, JSON.stringify(reply)).toBe(403);
    else if (outsider === "refused") expect(reply.error?.data.status, JSON.stringify(reply)).toBe(404);
    else if (outsider === "invalid") expect(reply.error?.data.status, JSON.stringify(reply)).toBe(400);
    else if (outsider === "conflict") expect(reply.error?.data.status, JSON.stringify(reply)).toBe(409);
    else if (outsider === "administrators")
      expect(reply.error?.data.status).toBe(who === "sibling account" ? 403 : undefined);
    else expect(reply.error, JSON.stringify(reply)).toBeUndefined();
    expect(JSON.stringify(reply)).not.toContain(MARKER);
    expect(await everything()).toEqual(before);
  });

  test("gets no runs and no values", async () => {
    const token = sessions.get(people[who]);
    const gone = new AbortController();
    const live = new Request(`https://formulary.test/api/live?run=${ids.executionId}`, { signal: gone.signal });
    const reader = (await handleLive(api.app, live, token)).body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toContain("event: ended");
    gone.abort();
    const value = new Request(`https://formulary.test/api/values?step=${ids.stepExecutionId}&key=x`);
    expect((await handleValue(api.app, value, token)).status).toBe(404);
    const { bulkJobId } = rowOf("bulkJob.read").input as { bulkJobId: string };
    const file = new Request(`https://formulary.test/api/bulk-files?job=${bulkJobId}`);
    await expect(handleBulkFile(api.app, file, token)).rejects.toMatchObject({ kind: "notFound" });
  });

  test.each(Object.keys(EXPORTED_LISTS))("gets no rows of %s in a file", async (list) => {
    const request = new Request(`https://formulary.test/api/exports?list=${list}&format=json`);
    const file = handleListExport(api.app, request, sessions.get(people[who])).then((response) => response.text());
    expect(await file.catch(({ kind }) => kind)).not.toContain(MARKER);
  });

  test("uploads nothing to a connection", async () => {
    const before = await everything();
    const token = sessions.get(people[who]);
    await expect(handleForm(api.app, anUpload(), token)).rejects.toMatchObject({ kind: "notFound" });
    expect(await everything()).toEqual(before);
  });
});

describe("A38: when every condition has forgotten the organization", () => {
  let rebuild: () => void;
  beforeEach(() => {
    rebuild = forgetOrganizations(api.app);
  });
  afterEach(() => rebuild());
  const ask = (path: string) => sendAsScreen(sessions.get(people["other organization"]), path, rowOf(path).input);

  test("no procedure shows anything of another organization, or changes it", async () => {
    const before = await everything();
    for (const [path] of named) {
      const reply = await ask(path);
      expect(JSON.stringify(reply), path).not.toContain(MARKER);
      if (rowOf(path).outsider === "refused") expect(reply.error?.data.status, JSON.stringify(reply)).toBe(404);
    }
    expect(await everything()).toEqual(before);
  });

  test("policies are what holds: without them, procedures show what is of another organization", async () => {
    const restore = await removePolicies(api.app);
    const shown = [];
    for (const { path, isQuery } of PROCEDURES)
      if (isQuery && JSON.stringify(await ask(path)).includes(MARKER)) shown.push(path);
    await restore();
    expect(shown.length, shown.join("\n")).toBeGreaterThan(15);
  });
});

/** A form with rows for the connection of the owner. */
function anUpload(): Request {
  const body = new FormData();
  body.set("file", new Blob(["name\nx\n"]), "rows.csv");
  const { elementInstanceId } = rowOf("connection.read").input as { elementInstanceId: number };
  const query = `elementInstanceId=${elementInstanceId}&objectName=things`;
  return new Request(`https://formulary.test/api/bulk-uploads?${query}`, { method: "POST", body });
}

test("a bulk upload by its owner starts, and is refused for viewers and without a session", async () => {
  const reply = await handleForm(api.app, anUpload(), sessions.get(owner));
  expect(await reply.json()).toMatchObject({ status: "CREATED" });
  for (const [token, kind] of [
    [sessions.get(acme.viewer), "forbidden"],
    [undefined, "unauthorized"],
  ])
    await expect(handleForm(api.app, anUpload(), token)).rejects.toMatchObject({ kind });
});

test.each(named)("%s without a session, and of somebody who was disabled, is 401", async (path) => {
  const leaver = await acme.aColleague();
  await session(leaver);
  await api.app.db.prisma.user.update({ where: { id: leaver.id }, data: { active: false } });
  for (const token of [undefined, sessions.get(leaver)])
    expect((await sendAsScreen(token, path, rowOf(path).input)).error?.data.status).toBe(401);
});

/** Private data of a user, or reads that are recorded. */
const OF_EVERYBODY = new Set([
  "account.secrets",
  "apiKey.create",
  "apiKey.revoke",
  "apiKey.rotate",
  "builder.discard",
  "commonResource.export",
  "design.discard",
  "elements.export",
  "explorer.document",
  // A refusal of the API is a response: server/services/explorer/send-request.test.ts.
  "explorer.send",
  "formulaTest.read",
  "preference.write",
  "security.begin",
  "security.changePassword",
  "security.confirm",
  "security.endOtherSessions",
  "security.endSession",
  "security.renewCodes",
  "security.turnOff",
]);

test("a viewer changes nothing, by no procedure", async () => {
  const before = await everything();
  for (const { path, isQuery } of PROCEDURES) {
    if (isQuery || OF_EVERYBODY.has(path)) continue;
    // Also with an input that is refused: a viewer need not correct it first.
    for (const input of [rowOf(path).input, {}]) {
      const { error } = await sendAsScreen(sessions.get(acme.viewer), path, input);
      expect(error?.data.status, path).toBe(403);
    }
  }
  expect(await everything()).toEqual(before);
});

/** Everything in them is the caller's own. */
const OWN_ROUTERS = ["apiKey", "preference", "security"];

test("a viewer may change everything that is only their own", async () => {
  const mutations = PROCEDURES.filter(({ isQuery }) => !isQuery).map(({ path }) => path);
  const own = mutations.filter((path) => OWN_ROUTERS.includes(path.split(".")[0] ?? ""));
  const refusedForRole = [];
  for (const path of new Set([...OF_EVERYBODY, ...own])) {
    const { error } = await sendAsScreen(sessions.get(acme.viewer), path, rowOf(path).input);
    if (error?.data.status === 403) refusedForRole.push(path);
  }
  expect(refusedForRole).toEqual([]);
});

type OfOwner = { organizationId: number; accountId: number; elementInstanceId: number };

async function anEvent({ db }: TestApi["app"], { organizationId, accountId, elementInstanceId }: OfOwner) {
  const id = 4711;
  await db.prisma.event.create({
    data: {
      ...{ id, organizationId, accountId, elementInstanceId, elementKey: "owned", source: "webhook" },
      ...{
        status: "CONSUMED",
        objects: JSON.stringify([{ objectId: MARKER }]),
        objectIds: [MARKER],
        raw: `"${MARKER}"`,
      },
      request: JSON.stringify({ method: "POST", path: `/${MARKER}`, query: {}, headers: {} }),
    },
  });
  return id;
}

async function aRequest({ db }: TestApi["app"], owner: OfOwner & { requestId: string }) {
  const data = { ...owner, method: "GET", createdAt: new Date() };
  await db.prisma.usage.create({
    data: { ...data, userId: 1, uri: `/${MARKER}`, resource: MARKER, ip: "internal", status: 500, processMs: 1 },
  });
  const { elementInstanceId: _, ...of } = data;
  await db.prisma.providerExchange.create({
    data: {
      ...of,
      n: 0,
      url: MARKER,
      status: 500,
      durationMs: 1,
      content: JSON.stringify({ request: { body: MARKER } }),
    },
  });
}

/** Everything of the owner that an outsider could have changed. */
const everything = () =>
  rowsOf(api.app.db.pool, { organizationId: acme.id, accountId: Number(owner.accountId), userId: owner.id });
