const step = (name: string, type: string, properties: object, ...onSuccess: string[]) => ({
  name,
  type,
  properties,
  onSuccess,
  onFailure: [],
});
const manual = (first: string) => [{ type: "manual", properties: {}, onSuccess: [first] }];

const TRANSFORM = `
const { id, items } = trigger.args.request ? trigger.args.request.body : trigger.args;
done({ id, total: items.reduce((sum, item) => sum + item.quantity * item.price, 0), lines: items.length });`;

const transform = (next?: string) => step("transform", "script", { body: TRANSFORM }, ...(next ? [next] : []));
const filter = step("worth it", "filter", { body: "done(steps.transform.total > 0);" }, "customer");
const customer = (provider: string, ...next: string[]) =>
  step("customer", "httpRequest", { method: "GET", url: `${provider}/customers?id=\${steps.transform.id}` }, ...next);

type Formula = { name: string; uri?: string; steps: { properties: object }[] };

/** The same formula with scripts that only a script engine can run, since they assign. */
const withEngine = <Workload extends Formula>(formula: Workload): Workload => ({
  ...formula,
  name: `${formula.name} with the engine`,
  ...(formula.uri && { uri: `${formula.uri}-engine` }),
  steps: formula.steps.map((one) => {
    const { body, ...others } = one.properties as { body?: string };
    return { ...one, properties: { ...others, ...(body && { body: `let n = 0; n += 1; ${body}` }) } };
  }),
});

/** The workloads of docs/performance.md as formulas of engine v3. */
export function formulas(provider: string) {
  const { w1, w2, w3, w4 } = workloads(provider);
  return {
    ...{ w1, w2, w3, w4 },
    ...{ "w1-engine": withEngine(w1), "w2-engine": withEngine(w2), "w3-engine": withEngine(w3) },
  };
}

const workloads = (provider: string) => ({
  w1: {
    name: "W1",
    engine: "v3",
    method: "POST",
    uri: "/bench-w1",
    triggers: manual("transform"),
    steps: [transform()],
  },
  w2: {
    name: "W2",
    engine: "v3",
    method: "POST",
    uri: "/bench-w2",
    triggers: manual("transform"),
    steps: [
      transform("worth it"),
      filter,
      customer(provider, "result"),
      step("result", "script", {
        body: "done(Object.assign({}, steps.transform, { customer: steps.customer.response.body.name }));",
      }),
    ],
  },
  w3: {
    name: "W3",
    engine: "v3",
    method: "POST",
    uri: "/bench-w3",
    triggers: manual("loop"),
    steps: [
      { ...step("loop", "loop", { list: "trigger.args.request.body.list" }, "body"), onFailure: ["count"] },
      step("body", "script", { body: "done({ twice: steps.loop.entry.n * 2 });" }, "loop"),
      step("count", "script", { body: "done({ count: trigger.args.request.body.list.length });" }),
    ],
  },
  w4: {
    name: "W4",
    engine: "v3",
    triggers: manual("transform"),
    steps: [transform("worth it"), filter, customer(provider)],
  },
});

/** Copies a file of this many bytes from an element instance to itself. */
export const copy = (elementInstanceId: number) => ({
  name: "Stream",
  engine: "v3",
  method: "POST",
  uri: "/bench-stream",
  triggers: manual("copy"),
  steps: [
    step("copy", "elementRequestStream", {
      downloadElementInstanceId: String(elementInstanceId),
      downloadMethod: "GET",
      downloadApi: "/files/${trigger.args.bytes}",
      uploadElementInstanceId: String(elementInstanceId),
      uploadMethod: "POST",
      uploadApi: "/files",
    }),
  ],
});

/** An order of 1 KB. */
export const order = (id: string) => ({
  id,
  customer: { name: "Ada Lovelace", email: "ada@example.com", address: "12 St James's Square, London" },
  items: Array.from({ length: 8 }, (_, n) => ({
    sku: `SKU-${1000 + n}`,
    name: `Article number ${n} of this order`,
    quantity: n + 1,
    price: 9.95,
  })),
  note: "x".repeat(160),
});

export const list = Array.from({ length: 1000 }, (_, n) => ({ n, name: `Object ${n}`, note: "x".repeat(60) }));

/** Triggered by every order that the element of workload `events` receives. */
export const triggeredByOrders = {
  name: "Hears orders",
  engine: "v3",
  configuration: [{ key: "shop", name: "shop", type: "elementInstance", required: true }],
  triggers: [{ type: "event", properties: { elementInstanceId: "${config.shop}" }, onSuccess: ["tell"] }],
  steps: [step("tell", "script", { body: "done({ id: trigger.event.objectId });" })],
};
