import type { Env } from "../env.ts";

/**
 * The result of seeding the demo organization: its secrets, and the formula and element instance of the welcome
 * command.
 */
export type Demo = {
  userSecret: string;
  organizationSecret: string;
  formulaInstanceId: number;
  args: unknown;
  elementToken: string;
  /** Whether it has executed anything before. */
  hasPast: boolean;
};

/**
 * The text that is printed when everything is up: where to look, how to sign in, and one command that runs a formula.
 */
export function welcome({ PUBLIC_URL, DEMO_PROVIDER_PORT }: Env, demo: Demo | undefined, dataFolder: string): string {
  const api = `${PUBLIC_URL}/elements/api-v2`;
  const lines = ["", `  Formulary is up   ${PUBLIC_URL}`];
  if (demo) lines.push("  Sign in           demo@formulary.test / formulary-demo");
  lines.push(`  REST API          ${api}   (${api}/openapi.json)`);
  if (demo) {
    lines.push(`  Demo provider     http://localhost:${DEMO_PROVIDER_PORT}`);
    lines.push("", "  Run a formula and wait for its result:", "", runFormula(api, demo));
    lines.push("", "  Call an element (the request is the same for every provider):", "", callElement(api, demo));
  }
  lines.push("", `  Ctrl-C stops everything; data stays in ${dataFolder}. LOG_LEVEL=info npm start shows more.`, "");
  return lines.join("\n");
}

const runFormula = (api: string, { userSecret, organizationSecret, formulaInstanceId, args }: Demo) =>
  [
    `curl -s -X POST ${api}/formulas/instances/${formulaInstanceId}/executions`,
    `  -H 'Authorization: User ${userSecret}, Organization ${organizationSecret}'`,
    "  -H 'Content-Type: application/json' -H 'Prefer: wait=30'",
    `  -d '${JSON.stringify(args).replaceAll("'", String.raw`'\''`)}'`,
  ].join(" \\\n");

const callElement = (api: string, { userSecret, elementToken }: Demo) =>
  [
    `curl -s '${api}/hubs/crm/contacts?pageSize=2'`,
    `  -H 'Authorization: User ${userSecret}, Element ${elementToken}'`,
  ].join(" \\\n");
