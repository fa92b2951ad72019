import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { agentDoor } from "#server/testing/agents.ts";
import type { AuthHeaders } from "#server/testing/api.ts";
import { aDemoProduct, type ConnectedElement, type DemoProduct } from "#server/testing/demo-product.ts";
import { aFormula, aStep } from "#server/testing/formulas.ts";
import { anOrganization } from "#server/testing/organizations.ts";

let product: DemoProduct;
let door: Awaited<ReturnType<typeof agentDoor>>;
let crm: ConnectedElement;
let closed: ConnectedElement;
let formulaInstanceId: number;
let agent: Client;
const clients: Client[] = [];

const connect = async ({ authorization }: AuthHeaders, name?: string) => {
  const client = await door.connect(authorization, name);
  clients.push(client);
  return client;
};
const allow = (path: string, allowsChanges: boolean, as?: AuthHeaders) =>
  product.send(`PUT /agent-access/${path}`, { allowsChanges }, as && { as });
const call = async (client: Client, name: string, given: Record<string, unknown> = {}) => {
  const { content, isError } = await client.callTool({ name, arguments: given });
  const texts = (content as { text: string }[]).map(({ text }) => text);
  return { text: texts[0] ?? "", texts, isError };
};
const namesOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);

beforeAll(async () => {
  product = await aDemoProduct();
  door = await agentDoor(product.app);
  [crm, closed] = [await product.connect("democrm"), await product.connect("democrm")];
  const body = "done({ greeting: `Hello ${trigger.args.name}` });";
  const created = await product.send(
    "POST /formulas",
    aFormula({ name: "Greet", steps: [aStep("first", { properties: { body } })] }),
  );
  const instance = await product.send(`POST /formulas/${created.body.id}/instances`, { name: "Ours" });
  formulaInstanceId = instance.body.id;
  agent = await connect(product.as, "Helper");
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await door.close();
  await product.close();
});

test("agents have no tool until somebody opens a connection to them, and then only those that read", async () => {
  expect(await namesOf(agent)).toEqual([]);
  expect((await allow(`element-instances/${crm.id}`, false)).body).toMatchObject({
    elementInstanceId: crm.id,
    name: "democrm",
  });
  const { tools } = await agent.listTools();
  const [contacts, contact] = ["getContacts", "getContactById"].map((name) =>
    tools.find((tool) => tool.name === `${name}-e${crm.id}`),
  );
  expect(contacts).toMatchObject({
    annotations: { readOnlyHint: true },
    inputSchema: { type: "object", required: [] },
  });
  expect(contacts?.inputSchema.properties).toMatchObject({ where: { type: "string" }, pageSize: { type: "integer" } });
  expect(contact?.inputSchema.required).toEqual(["id"]);
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
  expect(tools.some(({ name }) => name.endsWith(`-e${closed.id}`))).toBe(false);
});

test("a tool reads from the provider, and returns why a call was refused", async () => {
  const first = await call(agent, `getContacts-e${crm.id}`, { pageSize: 2 });
  expect(JSON.parse(first.text)).toHaveLength(2);
  const { id } = JSON.parse(first.text)[0];
  expect(JSON.parse((await call(agent, `getContactById-e${crm.id}`, { id })).text)).toMatchObject({ id });
  expect(await call(agent, `getContactById-e${crm.id}`, { id: "nobody" })).toMatchObject({
    isError: true,
    text: expect.stringContaining("404"),
  });
  expect(await call(agent, `getContactById-e${crm.id}`)).toMatchObject({
    isError: true,
    text: expect.stringContaining("id: is required."),
  });
  expect(await call(agent, `getContacts-e${crm.id}`, { limit: 1 })).toMatchObject({
    isError: true,
    text: expect.stringContaining("limit: is no argument here. There are: "),
  });
  expect(await call(agent, `getContactById-e${crm.id}`, { id: ".." })).toMatchObject({ isError: true });
});

test("changes need the permission, and each time a confirmation", async () => {
  const create = `createContact-e${crm.id}`;
  const body = { first_name: "Grace", last_name: "Hopper", email: "grace@example.test" };
  expect(await call(agent, create, { body, confirm: true })).toMatchObject({
    isError: true,
    text: expect.stringContaining("There is no tool"),
  });
  await allow(`element-instances/${crm.id}`, true);
  const { tools } = await agent.listTools();
  const tool = tools.find(({ name }) => name === create);
  expect(tool).toMatchObject({
    annotations: { readOnlyHint: false },
    inputSchema: { properties: { confirm: { type: "boolean" }, body: {} } },
  });
  const writes = async () =>
    (await product.provider.ledger()).filter(({ method, path }) => method === "POST" && path.includes("contacts"));
  const before = await writes();
  for (const confirm of [undefined, false, "true", 1]) {
    const refused = await call(agent, create, { body, ...(confirm !== undefined && { confirm }) });
    expect(refused).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^Nothing was done\. .*confirm: true/),
    });
  }
  expect(await writes()).toEqual(before);
  expect(JSON.parse((await call(agent, create, { body, confirm: true })).text)).toMatchObject({ first_name: "Grace" });
  expect(await writes()).toHaveLength(before.length + 1);
});

test("a formula is run, waited for, and its run can be read", async () => {
  const run = `run_Greet-f${formulaInstanceId}`;
  expect((await allow(`formula-instances/${formulaInstanceId}`, false)).body.message).toMatch(
    /^allowsChanges: must be true/,
  );
  expect((await allow(`formula-instances/${formulaInstanceId}`, true)).status).toBe(200);
  expect(await namesOf(agent)).toContain(run);
  expect(await call(agent, run, { input: { name: "Ada" } })).toMatchObject({ isError: true });
  const runs = async () => (await product.send("GET /formulas/instances/executions")).body.length;
  const before = await runs();
  for (const [wrong, message] of [
    [{ name: "Ada" }, "name: is no argument here. There are: input."],
    [{ input: '{"name":"Ada"}' }, "input: must be an object."],
    [{ input: [{ name: "Ada" }] }, "input: must be an object."],
  ] as const)
    expect(await call(agent, run, { ...wrong, confirm: true })).toMatchObject({
      isError: true,
      text: expect.stringContaining(message),
    });
  expect(await runs()).toBe(before);
  const { text } = await call(agent, run, { input: { name: "Ada" }, confirm: true });
  const { status, result, details } = JSON.parse(text);
  expect({ status, result }).toMatchObject({ status: "success", result: { greeting: "Hello Ada" } });
  const { resources } = await agent.listResources();
  expect(resources.map(({ uri }) => uri)).toContain(details);
  const [content] = (await agent.readResource({ uri: details })).contents;
  expect(JSON.parse((content as { text: string }).text)).toMatchObject({
    status: "success",
    stepExecutions: [{}, { stepName: "first" }],
  });
});

describe("files", () => {
  let depot: ConnectedElement;
  const bytes = Buffer.from([0, 255, 1, 254, 10, 13]);
  const upload = (file: object) =>
    call(agent, `createFile-e${depot.id}`, { file, path: `/agents/${Math.random()}`, confirm: true });
  const download = async (id: string) => {
    const { content, isError } = await agent.callTool({ name: `getFileById-e${depot.id}`, arguments: { id } });
    const [first] = content as { type: string; text?: string; resource?: Record<string, string> }[];
    return { ...first, isError };
  };
  beforeAll(async () => {
    depot = await product.connect("demodocuments");
    await allow(`element-instances/${depot.id}`, true);
  });
  afterAll(() => product.send(`DELETE /agent-access/element-instances/${depot.id}`));

  test.each([
    [
      "text",
      { fileName: "a.csv", contentType: "text/csv", text: "name\nÄda\n" },
      { mimeType: "text/csv", text: "name\nÄda\n" },
    ],
    ["bytes", { fileName: "a.bin", base64: bytes.toString("base64") }, { blob: bytes.toString("base64") }],
  ])("are sent and returned as %s", async (_, file, resource) => {
    const created = await upload(file);
    expect(created.isError, created.text).toBe(false);
    const { id } = JSON.parse(created.text);
    const found = await download(id);
    expect(found).toMatchObject({ type: "resource", isError: false, resource });
    expect(found.resource?.uri).toContain(`/files/${id}`);
  });

  test("are described as arguments, and refused with what is wrong", async () => {
    const { tools } = await agent.listTools();
    const tool = tools.find(({ name }) => name === `createFile-e${depot.id}`);
    expect(tool?.inputSchema.properties?.file).toMatchObject({ type: "object", required: ["fileName"] });
    for (const file of [
      "a,b",
      { fileName: "a" },
      { fileName: "a", text: "a", base64: "YQ==" },
      { fileName: "a", base64: "?" },
    ])
      expect(await upload(file as object)).toMatchObject({
        isError: true,
        text: expect.stringContaining(
          "file: must be an object with fileName, and the content either as text or as base64.",
        ),
      });
  });

  test("that are too large are named as such", async () => {
    const { tools } = await agent.listTools();
    const large = tools.find(({ description }) => description?.includes("(GET /large-file)"))?.name ?? "";
    expect(await call(agent, large, { bytes: 2 * 1024 * 1024 })).toMatchObject({
      isError: true,
      text: expect.stringContaining("a file of more than 1 MB"),
    });
  });
});

test("the documentation is among the resources", async () => {
  const { resources } = await agent.listResources();
  expect(resources.map(({ uri }) => uri)).toContain("formulary://docs/formulas");
  const [page] = (await agent.readResource({ uri: "formulary://docs/formulas" })).contents;
  expect((page as { text: string }).text).toMatch(/^# /);
  for (const uri of [
    "formulary://docs/../../package.json",
    "formulary://docs/nothing",
    "formulary://runs/1e3",
    "file:///etc/passwd",
  ])
    await expect(agent.readResource({ uri })).rejects.toThrow("There is no resource");
});

test("usage and the audit log have the agent's name", async () => {
  await call(agent, `getContacts-e${crm.id}`, { pageSize: 1 });
  const usage = (await product.send(`GET /usage?keys[]=democrm`)).body;
  expect(usage[0]).toMatchObject({ agent: "Helper 1.0", instance_id: crm.id, request_uri: "/contacts" });
  const audit = (await product.send("GET /audit-logs")).body;
  expect(audit[0]).toMatchObject({
    entity: "agentTool",
    action: `getContacts-e${crm.id}`,
    entityId: String(crm.id),
    agent: "Helper 1.0",
  });
});

describe("tools of others", () => {
  test("another organization, a sibling account and a viewer reach only what is theirs", async () => {
    const other = await anOrganization(product.app);
    const stranger = await connect(other.administrator);
    expect(await namesOf(stranger)).toEqual([]);
    for (const name of [`getContacts-e${crm.id}`, `run_Greet-f${formulaInstanceId}`])
      expect(await call(stranger, name, { confirm: true })).toMatchObject({
        isError: true,
        text: expect.stringContaining("There is no tool"),
      });
    for (const path of [`element-instances/${crm.id}`, `formula-instances/${formulaInstanceId}`]) {
      expect((await allow(path, true, other.administrator)).status).toBe(404);
      expect((await product.send(`DELETE /agent-access/${path}`, undefined, { as: other.administrator })).status).toBe(
        404,
      );
    }
    const [run] = (await product.send(`GET /formulas/instances/${formulaInstanceId}/executions`)).body;
    await expect(stranger.readResource({ uri: `formulary://runs/${run.id}` })).rejects.toThrow("There is no execution");

    const viewer = await connect(product.viewer);
    const names = await namesOf(viewer);
    expect(names).toContain(`getContacts-e${crm.id}`);
    expect(names).not.toContain(`createContact-e${crm.id}`);
    expect(names).not.toContain(`run_Greet-f${formulaInstanceId}`);
    expect((await allow(`element-instances/${crm.id}`, true, product.viewer)).status).toBe(403);
  });

  test("a run of a formula that agents may not run is not read, and what is closed is gone at once", async () => {
    const [run] = (await product.send(`GET /formulas/instances/${formulaInstanceId}/executions`)).body;
    for (const path of [`element-instances/${crm.id}`, `formula-instances/${formulaInstanceId}`])
      expect((await product.send(`DELETE /agent-access/${path}`)).status).toBe(200);
    await expect(agent.readResource({ uri: `formulary://runs/${run.id}` })).rejects.toThrow("There is no resource");
    expect(await namesOf(agent)).toEqual([]);
    expect(await call(agent, `getContacts-e${crm.id}`)).toMatchObject({ isError: true });
    expect((await product.send(`DELETE /agent-access/element-instances/${crm.id}`)).status).toBe(404);
    await allow(`element-instances/${crm.id}`, true);
  });
});

describe("the door", () => {
  const post = (headers: Record<string, string>, message: unknown = { jsonrpc: "2.0", id: 1, method: "tools/list" }) =>
    fetch(door.url, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
      body: typeof message === "string" ? message : JSON.stringify(message),
    });
  const session = { "mcp-session-id": Buffer.from("curl 1").toString("base64url") };

  test("refuses wrong secrets, other origins, missing sessions and what is no message", async () => {
    const { authorization } = product.as;
    const statusOf = async (headers: Record<string, string>, message?: unknown) =>
      (await post(headers, message)).status;
    expect(await statusOf({ authorization, ...session })).toBe(200);
    const refused = await post({ authorization: "User a, Organization b", ...session });
    expect(refused.status).toBe(401);
    expect(refused.headers.get("www-authenticate")).toMatch(/^Bearer realm="Formulary", User /);
    expect(await statusOf(session)).toBe(401);
    expect(await statusOf({ authorization, ...session, origin: "https://evil.example" })).toBe(403);
    expect(await statusOf({ authorization })).toBe(400);
    expect(await statusOf({ authorization, "mcp-session-id": "!" })).toBe(404);
    expect(await statusOf({ authorization, ...session }, "{")).toBe(400);
    expect(await statusOf({ authorization, ...session }, `"${"x".repeat(2 ** 20)}"`)).toBe(413);
    expect((await fetch(door.url, { headers: { authorization, accept: "text/event-stream" } })).status).toBe(405);
  });

  test("opens to the token of a session as well", async () => {
    const { email: username, password } = (await anOrganization(product.app)).administrator;
    const { body } = await product.send("POST /authentication", { username, password }, { as: null });
    const client = await connect({ authorization: `Bearer ${body.token}` });
    expect((await client.listTools()).tools).toEqual([]);
  });

  test("counts calls that led to each other as the API does, so that loops through agents end (E07)", async () => {
    const properties = { elementInstanceId: String(crm.id), method: "GET", api: "/contacts" };
    const created = await product.send(
      "POST /formulas",
      aFormula({ triggers: [{ type: "elementRequest", properties, onSuccess: ["first"] }] }),
    );
    const { id } = (await product.send(`POST /formulas/${created.body.id}/instances`, { name: "Hears" })).body;
    const started = async () => (await product.send(`GET /formulas/instances/${id}/executions`)).body.length;
    const params = { name: `getContacts-e${crm.id}`, arguments: { pageSize: 1 } };
    const read = async (depth: string) => {
      const { authorization } = product.as;
      const headers = { authorization, ...session, "elements-call-depth": depth };
      const reply = await post(headers, { jsonrpc: "2.0", id: 1, method: "tools/call", params });
      expect((await reply.json()).result.isError).toBe(false);
    };
    await read("5");
    expect(await started()).toBe(0);
    await read("0");
    expect(await started()).toBe(1);
  });

  test("holds back agents that call too often", async () => {
    const crowd = await connect(product.as);
    expect((await call(crowd, "none-e1")).text).not.toContain("Too many calls");
    // All calls of the next hour are taken: the limit refills while this test runs.
    const { rows } = await product.app.db.pool.query<{ id: number }>('select id from "user"');
    const later = performance.now() + 3_600_000;
    for (const { id } of rows) while (product.app.state.agentCalls.take(id, later) === null);
    expect((await call(crowd, "none-e1")).text).toMatch(/^Too many calls\. Try again in \d+ s\./);
  });
});
