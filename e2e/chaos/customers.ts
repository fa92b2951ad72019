import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Product } from "../system/product.ts";

/**
 * An organization with formulas of every kind. `mark` is in its key of the provider, in its names and in its data: another
 * organization must never see it.
 */
export type Customer = {
  mark: string;
  headers: Record<string, string>;
  userSecret: string;
  shop: { key: string; id: number; headers: Record<string, string> };
  /** Ids of formula instances. */
  instances: Record<"manual" | "ordered" | "scheduled" | "event", number>;
  /** Their paths, by id. */
  paths: ReadonlyMap<number, string>;
};

type Request = (path: string, body: object) => Promise<Record<string, unknown> & { id: number }>;

/** The organization of the demo and a second one; `file` is a place for the headers of its administrator. */
export async function createCustomers(product: Product, file: string, broker: string | undefined): Promise<Customer[]> {
  await product.runModule(path.join(import.meta.dirname, "second-customer.ts"), { CHAOS_CUSTOMER: file });
  const second = JSON.parse(await readFile(file, "utf8"));
  return [
    await createCustomer(product, "alder", product.headers, broker),
    await createCustomer(product, "birch", second, broker),
  ];
}

const requestOf =
  ({ api }: Product, headers: Record<string, string>): Request =>
  async (path, body) => {
    const reply = await fetch(api + path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(`POST ${path} answered ${reply.status}: ${await reply.text()}`);
    return reply.json();
  };

async function createCustomer(
  product: Product,
  name: string,
  headers: Record<string, string>,
  broker: string | undefined,
): Promise<Customer> {
  const { provider } = product;
  const mark = `of ${name}`;
  const post = requestOf(product, headers);
  const element = shopOf(name, provider);
  await post("/elements", element);
  const configuration = { username: `key ${mark}`, "event.notification.enabled": "true" };
  const shop = await post(`/elements/${element.key}/instances`, { name: `Shop ${mark}`, configuration });
  const instances = {} as Customer["instances"];
  const paths = new Map<number, string>();
  for (const [kind, formula] of Object.entries(formulasOf(mark, provider, broker))) {
    const { id } = await post("/formulas", { name: `${kind} ${mark}`, engine: "v3", ...formula });
    const instance = { name: `${kind} ${mark}`, configuration: { shop: String(shop.id) } };
    const created = await post(`/formulas/${id}/instances`, instance);
    instances[kind as keyof typeof instances] = created.id;
    paths.set(created.id, `/formulas/${id}/instances/${created.id}`);
  }
  const subscription = { channel: "webhook", topics: ["news"], config: { url: `${provider}/callbacks` } };
  await post("/notifications/subscriptions", subscription);
  const userSecret = /User ([^,]+)/.exec(headers.authorization ?? "")?.[1] ?? "";
  const ofShop = { authorization: `User ${userSecret}, Element ${shop.token}` };
  return { mark, headers, userSecret, shop: { key: element.key, id: shop.id, headers: ofShop }, instances, paths };
}

const shopOf = (name: string, provider: string) => ({
  name: `Shop of ${name}`,
  key: `shop${name}`,
  description: "The provider of chaos",
  hub: "ecommerce",
  authentication: { type: "apiKey" },
  configuration: [{ key: "base.url", name: "Base URL", description: "Where it is", defaultValue: provider }],
  parameters: [{ name: "username", vendorName: "X-Api-Key", type: "configuration", vendorType: "header" }],
  resources: [
    { path: "/orders", method: "GET", vendorPath: "/orders" },
    {
      path: "/orders",
      method: "POST",
      vendorPath: "/calls",
      parameters: [{ name: "body", vendorName: "body", type: "body", vendorType: "body" }],
    },
  ],
  hooks: [
    {
      type: "event",
      isLegacy: false,
      body: `done({ events: [{ event_id: events.id, event_type: 'CREATED', event_object_type: 'orders', event_object_id: events.id }] });`,
    },
  ],
});

/** The formulas of a customer. Each call names itself in its body: the execution and the step. */
function formulasOf(mark: string, provider: string, broker: string | undefined) {
  const call = (step: string) => `{ of: "${mark}", call: info.formulaExecutionId + " ${step}" }`;
  const retrying = { retry: true, retryAttempts: 5, retryDelay: 1500 };
  const tell = (name: string, next: string[]) => [
    {
      name: `${name} body`,
      type: "script",
      properties: { body: `done(${call(name)});` },
      onSuccess: [name],
    },
    {
      name,
      type: "httpRequest",
      properties: { ...retrying, method: "POST", url: `${provider}/calls`, body: `\${steps.${name} body}` },
      onSuccess: next,
    },
  ];
  const configuration = [{ key: "shop", name: "shop", type: "elementInstance", required: true }];
  const publish = {
    name: "publish",
    type: "amqpRequest",
    properties: { url: broker, queue: "news", body: "${steps.order body}" },
    onSuccess: ["end"],
  };
  const end = { name: "end", type: "script", properties: { body: `done({ of: "${mark}" });` } };
  return {
    manual: {
      configuration,
      triggers: [{ type: "manual", onSuccess: ["order body"] }],
      steps: [
        { name: "order body", type: "script", properties: { body: `done(${call("order")});` }, onSuccess: ["order"] },
        {
          name: "order",
          type: "elementRequest",
          properties: {
            ...retrying,
            elementInstanceId: "${config.shop}",
            method: "POST",
            api: "/orders",
            body: "${steps.order body}",
          },
          onSuccess: ["check"],
        },
        { name: "check", type: "filter", properties: { body: "done(trigger.args.n >= 0);" }, onSuccess: ["tell body"] },
        ...tell("tell", [broker ? "publish" : "end"]),
        ...(broker ? [publish] : []),
        end,
      ],
    },
    ordered: {
      configuration,
      singleThreaded: true,
      triggers: [{ type: "manual", onSuccess: ["first body"] }],
      steps: [...tell("first", ["second body"]), ...tell("second", ["end"]), end],
    },
    scheduled: {
      configuration,
      triggers: [{ type: "scheduled", properties: { cron: "0 0/1 * * * ?" }, onSuccess: ["minute body"] }],
      steps: tell("minute", []),
    },
    event: {
      configuration,
      triggers: [{ type: "event", properties: { elementInstanceId: "${config.shop}" }, onSuccess: ["heard body"] }],
      steps: tell("heard", []),
    },
  };
}
