import { maskAndCut } from "#server/account/mask-and-cut.ts";
import { redact } from "#server/account/redact.ts";
import type { ProviderRequest, ProviderResponse, SqlQuery } from "#server/element/ports.ts";
import type { RecordedExchange } from "#server/store/usage/usage-writer.ts";
import { credentialFieldMask } from "../instance/credential-fields.ts";
import { bodyText, STREAM } from "../instance/provision-trace.ts";
import type { ExchangeContent } from "../usage/exchange-content.ts";

/** An exchange as it was seen, by reference. */
export type WatchedExchange = {
  request?: ProviderRequest;
  query?: SqlQuery;
  reply?: unknown;
  error?: unknown;
  durationMs?: number;
};

const MOST_BODY = 16_384;
const MOST_HEADERS = 60;
const LONGEST = 2000;

/** Exchanges as they are recorded: without secrets, bodies cut at 16 KB. */
export function describeExchanges(exchanges: readonly WatchedExchange[], secrets: string[]): RecordedExchange[] {
  const withoutCredentials = credentialFieldMask({ grants: false });
  const masked = (text: string) => redact(withoutCredentials(text), secrets).text;
  const shown = (text: string, length = LONGEST) => storable(maskAndCut(text, length, masked));
  const shortened = (headers: Record<string, string>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(headers)
        .slice(0, MOST_HEADERS)
        .map(([name, value]) => [name, shown(String(value))]),
    );
  const textOf = (body: unknown): string | undefined => {
    const text = bodyText(body);
    return text && shown(text, MOST_BODY);
  };
  return exchanges.map(({ request, query, reply, error, durationMs = 0 }) => {
    const response = request && (reply as ProviderResponse | undefined);
    const content: ExchangeContent = {
      request: request
        ? { headers: shortened(request.headers), ...bodyField(textOf(request.body)) }
        : bodyField(textOf({ statement: query?.text, values: query?.values })),
      ...(response && {
        response: {
          headers: shortened(response.headers),
          ...bodyField(response.stream ? STREAM : textOf(response.body)),
        },
      }),
      ...(!request && reply !== undefined && { response: bodyField(textOf(reply)) }),
      ...(error !== undefined && {
        error: shown(error instanceof Error ? error.message : String(error)),
      }),
    };
    return {
      method: request?.method ?? "SQL",
      url: shown(request?.url ?? query?.url ?? ""),
      status: response?.code ?? null,
      durationMs,
      content: storable(redact(JSON.stringify(content), secrets).text),
    };
  });
}

const bodyField = (body: string | undefined) => (body === undefined ? {} : { body });

/** Postgres stores neither U+0000 nor halves of characters. */
const storable = (text: string): string => text.replaceAll("\0", "�").toWellFormed();
