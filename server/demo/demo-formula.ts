/**
 * The first formula of the demo organization: it prices an order, reads the customer from a real HTTP service, and
 * responds.
 */
export const DEMO_FORMULA = {
  name: "Order intake",
  description: "Prices an order, looks up its customer at the provider and returns both.",
  engine: "v3",
  configuration: [
    {
      key: "providerUrl",
      name: "Provider address",
      type: "value",
      description: "The provider at which customers are looked up.",
    },
  ],
  triggers: [{ type: "manual", properties: {}, onSuccess: ["priceOrder"] }],
  steps: [
    {
      name: "priceOrder",
      type: "script",
      properties: {
        body: [
          "const { customerId, lines = [] } = trigger.args ?? {};",
          "const total = lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0);",
          "done({ customerId, lines, total: Math.round(total * 100) / 100 });",
        ].join("\n"),
      },
      onSuccess: ["hasTotal"],
    },
    {
      name: "hasTotal",
      type: "filter",
      properties: { body: "done(steps.priceOrder.total > 0);" },
      onSuccess: ["getCustomer"],
      onFailure: ["decline"],
    },
    {
      name: "getCustomer",
      type: "httpRequest",
      properties: { method: "GET", url: "${config.providerUrl}/customers/${steps.priceOrder.customerId}" },
      onSuccess: ["accept"],
    },
    {
      name: "accept",
      type: "script",
      properties: {
        body: [
          "const { name, tier } = steps.getCustomer.response.body;",
          "done({ accepted: true, customer: name, tier, total: steps.priceOrder.total });",
        ].join("\n"),
      },
    },
    {
      name: "decline",
      type: "script",
      properties: { body: 'done({ accepted: false, reason: "An order needs at least one line with a price." });' },
    },
  ],
};

/** A valid order for it. */
export const DEMO_ORDER = {
  customerId: "1",
  lines: [
    { article: "Notebook", quantity: 3, price: 4.5 },
    { article: "Pencil", quantity: 12, price: 0.8 },
  ],
};
