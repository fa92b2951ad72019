/**
 * The credentials that the demo providers accept. They protect nothing, so they are the same everywhere: `GET /_demo`
 * shows them to people, and the seed and the tests connect with them.
 */
export const CREDENTIALS = {
  oauth: { clientId: "demo-client", clientSecret: "demo-client-secret" },
  oauth1: { consumerKey: "demo-consumer", consumerSecret: "demo-consumer-secret" },
  beacon: { apiKey: "beacon-demo-key" },
  helpdesk: { apiKey: "helpdesk-demo-key" },
  accounting: { username: "books@demo.example", password: "accounting-demo-key" },
  mail: { username: "courier@demo.example", password: "courier-demo-password" },
  erp: { accountId: "DEMO-1000", key: "erp-demo-key", secret: "erp-demo-secret" },
  hr: { company: "acme", key: "hr-demo-key" },
  soap: { username: "warehouse", password: "warehouse-demo-password", signingKey: "warehouse-demo-signing-key" },
} as const;
