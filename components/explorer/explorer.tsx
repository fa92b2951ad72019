"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useTRPC } from "../api/trpc.ts";
import { useEarly } from "../api/use-early.ts";
import { DocsLink } from "../ui/docs-link.tsx";
import { lazyComponent } from "../ui/lazy-component.tsx";
import { Failed, Loading } from "../ui/states.tsx";
import { EnteredRequests } from "./entered-requests.ts";
import { OperationList } from "./operation-list.tsx";
import { SourcePicker } from "./source-picker.tsx";
import { setPlace, useExplorerPlace } from "./use-explorer-place.ts";

const OperationView = lazyComponent(async () => (await import("./operation-view.tsx")).OperationView);

/** Every operation of the platform, a hub, an element or a connection, with a form to try it. */
export function Explorer() {
  const t = useTranslations("explorer");
  const trpc = useTRPC();
  const { source, connection, operationId, search } = useExplorerPlace();
  const { data, error, refetch } = useQuery({ ...trpc.explorer.operations.queryOptions(source), staleTime: 60_000 });
  useEarly((queries) =>
    operationId === null
      ? []
      : [queries.prefetchQuery(trpc.explorer.operation.queryOptions({ ...source, operationId }))],
  );
  const chosen = data?.find(({ id }) => id === operationId);
  const [entered] = useState(() => new EnteredRequests());
  const list = useRef<HTMLElement>(null);
  const last = useRef(operationId);

  // On a narrow screen the list comes back with the focus on the operation that was open.
  useEffect(() => {
    if (operationId === null && last.current !== null) list.current?.querySelector<HTMLElement>("input")?.focus();
    last.current = operationId;
  }, [operationId]);

  return (
    <div className="px-5 py-6 sm:px-8">
      <h1 className="font-semibold text-3xl tracking-tight">{t("title")}</h1>
      <p className="mt-2 max-w-2xl text-muted leading-relaxed">
        {t("description")} <DocsLink page="/api-explorer">{t("docs")}</DocsLink>
      </p>
      <SourcePicker source={source} connection={connection} />
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[19rem_minmax(0,1fr)]">
        <section
          ref={list}
          aria-label={t("list.title")}
          data-region
          className={`min-w-0 lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)] lg:self-start lg:overflow-y-auto lg:p-1 lg:pr-2 ${operationId !== null ? "max-lg:hidden" : ""}`}
        >
          <h2 className="sr-only">{t("list.title")}</h2>
          {error && <Failed error={error} onRetry={() => void refetch()} />}
          {!data && !error && <Loading what={t("list.loading")} />}
          {data && (
            <OperationList
              operations={data}
              key={JSON.stringify(source)}
              searched={search}
              chosen={operationId}
              onChoose={(operation) => setPlace({ operation })}
            />
          )}
        </section>
        <div data-region className={`min-w-0 ${operationId === null ? "max-lg:hidden" : ""}`}>
          {operationId === null ? (
            <p className="text-muted">{t("operation.choose")}</p>
          ) : (
            <>
              <button
                type="button"
                onClick={() => setPlace({ operation: undefined })}
                className="mb-3 min-h-10 text-accent text-sm hover:underline lg:hidden"
              >
                <span aria-hidden="true">‹ </span>
                {t("operation.back")}
              </button>
              <OperationView
                source={source}
                connection={connection}
                operationId={operationId}
                title={chosen?.path ?? operationId}
                entered={entered}
              />
            </>
          )}
        </div>
      </div>
    </div>
  );
}
