import type { KeyArea, RequestUse } from "#server/account/api-key-scopes.ts";
import type { AnyContract } from "./endpoint-contract.ts";

/** The tags of each area. No key may use an endpoint whose tag is missing here. */
const TAGS: Record<Exclude<KeyArea, "requests">, readonly string[]> = {
  formulas: [
    ...["Formulas", "Formula parts", "Formula tests", "Formula instances", "Executions", "Integrations"],
    ...["Definitions", "Jobs"],
  ],
  connections: ["Element instances", "Connect sessions", "Bulk jobs"],
  elements: [
    ...["Elements", "Element parts", "Element products", "Hubs", "Common resources", "Clients", "Documentation"],
  ],
  operations: [
    ...["Events", "Analytics", "Metrics", "Usage", "Dead letters", "Notifications", "Subscriptions", "Deliveries"],
  ],
  agents: ["Agents"],
  administration: ["Accounts", "Users", "Organizations", "Branding", "Audit log"],
};

const AREA_OF = new Map(Object.entries(TAGS).flatMap(([area, tags]) => tags.map((tag) => [tag, area as KeyArea])));

/** The purpose of requests to an endpoint. */
export const purposeOf = ({ method, tags: [tag] }: Pick<AnyContract, "method" | "tags">): RequestUse => ({
  area: AREA_OF.get(tag),
  writes: method !== "GET",
});
