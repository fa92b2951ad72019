/** The shop's customers. Ids are small so that a person can type them. */
export const CUSTOMERS = [
  { id: "1", name: "Ada Lovelace", email: "ada@example.com", tier: "gold", country: "GB" },
  { id: "2", name: "Grace Hopper", email: "grace@example.com", tier: "gold", country: "US" },
  { id: "3", name: "Katherine Johnson", email: "katherine@example.com", tier: "silver", country: "US" },
  { id: "4", name: "Emmy Noether", email: "emmy@example.com", tier: "silver", country: "DE" },
  { id: "5", name: "Sofya Kovalevskaya", email: "sofya@example.com", tier: "bronze", country: "RU" },
] as const;
