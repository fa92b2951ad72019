import { createEgress } from "#server/outside/egress/egress.ts";
import type { ProviderPorts } from "#server/ports.ts";

/** Real requests to providers, which may be local; without databases, XML and hooks. */
export function providerPorts({ allow = ["127.0.0.1"] } = {}): ProviderPorts & { close: () => Promise<void> } {
  const egress = createEgress({ allow });
  const missing = (what: string) => () => {
    throw new Error(`This test has no ${what}.`);
  };
  return {
    send: egress.provider,
    sql: missing("databases"),
    xml: { parse: missing("XML"), write: missing("XML") },
    hook: missing("hooks"),
    close: () => egress.close(),
  };
}
