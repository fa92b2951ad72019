import { afterAll, beforeAll, expect, test } from "vitest";
import { agentDoor } from "#server/testing/agents.ts";
import { DEMO_CONFIGURATIONS } from "#server/testing/demo-connection.ts";
import { aDemoProduct, type DemoProduct } from "#server/testing/demo-product.ts";

let product: DemoProduct;
let door: Awaited<ReturnType<typeof agentDoor>>;
let agent: Awaited<ReturnType<typeof door.connect>>;

beforeAll(async () => {
  product = await aDemoProduct({ env: { AGENT_CALLS_PER_MINUTE: "10000" } });
  door = await agentDoor(product.app);
  agent = await door.connect(product.as.authorization);
});
afterAll(async () => {
  await agent.close();
  await door.close();
  await product.close();
});

const call = async (name: string, given: Record<string, unknown>) => {
  const { content, isError } = await agent.callTool({ name, arguments: given });
  return { texts: (content as { text?: string }[]).map(({ text = "" }) => text), isError };
};

test.each(Object.keys(DEMO_CONFIGURATIONS))("tools of %s take the next page that they name", async (key) => {
  const { id } = await product.connect(key);
  await product.send(`PUT /agent-access/element-instances/${id}`, { allowsChanges: false });
  const { tools } = await agent.listTools();
  for (const { name, inputSchema } of tools) {
    const takesPages = inputSchema.properties !== undefined && Object.hasOwn(inputSchema.properties, "nextPage");
    const given = Object.fromEntries((inputSchema.required ?? []).map((argument) => [argument, "1"]));
    const first = await call(name, { ...given, ...(takesPages && { pageSize: 1 }) });
    const [, argument = "", token] = /Call again with (\w+) (".+")\.$/.exec(first.texts.at(-1) ?? "") ?? [];
    if (token === undefined) continue;
    const second = await call(name, { ...given, pageSize: 1, [argument]: JSON.parse(token) });
    expect(second, name).toMatchObject({ isError: false });
    expect(second.texts[0], name).not.toBe(first.texts[0]);
    expect(takesPages, name).toBe(true);
  }
  await product.send(`DELETE /agent-access/element-instances/${id}`);
});
