import { isCredentialName } from "#server/account/credential-names.ts";
import { MASK } from "#server/account/mask.ts";
import { maskAndCut } from "#server/account/mask-and-cut.ts";
import { redact } from "#server/account/redact.ts";
import { secretsOf } from "#server/element/auth/secrets.ts";
import type { EventRequest } from "#server/event/event-hook.ts";
import type { OpenInstance } from "#server/store/element-instance/open-instances.ts";

/** A webhook as it is shown later; its payload is stored beside it. */
export type DescribedWebhook = {
  method: string;
  path: string;
  query: Record<string, unknown>;
  headers: Record<string, string>;
};

const MOST_HEADERS = 60;
const LONGEST_VALUE = 2000;

/**
 * Describes a webhook as JSON text: method, path, query and headers, without credentials. Of a signed address the
 * signature is masked.
 */
export function describeWebhook(
  { instance: { configuration }, plan }: Pick<OpenInstance, "instance" | "plan">,
  { method, path, query, headers }: EventRequest,
): string {
  const secrets = secretsOf(plan.element, configuration);
  // U+0000 cannot be stored.
  const shown = (value: unknown) =>
    maskAndCut(
      typeof value === "string" ? value : (JSON.stringify(value) ?? ""),
      LONGEST_VALUE,
      (text) => redact(text, secrets).text,
    ).replaceAll("\0", "�");
  const withoutCredentials = (values: Record<string, unknown>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(values)
        .slice(0, MOST_HEADERS)
        .map(([name, value]) => [name, isCredentialName(name) ? MASK : shown(value)]),
    );
  const described: DescribedWebhook = {
    method,
    path: shown(path.replace(/\.[^./]+$/, `.${MASK}`)),
    query: withoutCredentials(query),
    headers: withoutCredentials(headers),
  };
  return redact(JSON.stringify(described), secrets).text;
}
