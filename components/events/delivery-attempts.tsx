import { useTranslations } from "next-intl";
import type { RouterOutputs } from "../api/trpc.ts";
import { HttpMessage } from "../ui/http-message.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { useFormat } from "../ui/use-format.ts";
import { DeliveryStatus } from "./delivery-status.tsx";

export type Attempt = RouterOutputs["delivery"]["attempts"][number];

/** The attempts of a delivery, the last one first; each opens to its request and response. */
export function DeliveryAttempts({ label, attempts }: { label: string; attempts: readonly Attempt[] }) {
  const t = useTranslations("events.delivery");
  const { duration } = useFormat();
  if (attempts.length === 0) return <p className="text-muted text-sm">{t("noAttempts")}</p>;
  return (
    <ol aria-label={label} className="grid grid-cols-[minmax(0,1fr)] gap-1">
      {attempts.map(({ id, status, startedAt, durationMs, error, exchange }) => (
        <li key={id} className="min-w-0 rounded-lg border border-line">
          <details>
            <summary className="flex min-h-10 cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-sm">
              <DeliveryStatus status={status} />
              {exchange?.response && <span>{t("responded", { status: String(exchange.response.status) })}</span>}
              <span className="text-muted">{duration(durationMs)}</span>
              <span className="text-muted">
                <RelativeTime at={startedAt} />
              </span>
            </summary>
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4 border-line border-t p-3">
              {error && (
                <p className="line-clamp-6 break-words text-failure text-sm [overflow-wrap:anywhere]">{error}</p>
              )}
              {exchange && (
                <>
                  <p translate="no" className="line-clamp-4 break-all font-mono text-[0.8125rem]">
                    {exchange.request.method} {exchange.request.url}
                  </p>
                  <HttpMessage name={t("request")} headers={exchange.request.headers} hasBody={false} />
                  {exchange.response ? (
                    <HttpMessage
                      name={t("response")}
                      headers={exchange.response.headers}
                      body={exchange.response.body}
                    />
                  ) : (
                    <p className="text-muted text-sm">{t("noResponse")}</p>
                  )}
                </>
              )}
            </div>
          </details>
        </li>
      ))}
    </ol>
  );
}
