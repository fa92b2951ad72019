"use client";

import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useId, useRef } from "react";
import { NEXT_PAGE } from "../../api/next-page.ts";
import { useTRPC } from "../../api/trpc.ts";
import { Schema, SchemaFields } from "../../documentation/schema.tsx";
import { MethodBadge } from "../../ui/method-badge.tsx";
import { Card } from "../../ui/page.tsx";
import { currentQuery, replaceQuery } from "../../ui/query-string.ts";
import { Failed, Loading } from "../../ui/states.tsx";
import { ElementPart, usePartSearch } from "./element-part.tsx";

/** The operations of an element; the address names the chosen one, with its parameters and models. */
export function DocumentationTab({ elementKey }: { elementKey: string }) {
  const t = useTranslations("elements.documentation");
  const trpc = useTRPC();
  const chosen = useSearchParams().get("operation");
  const searching = usePartSearch();
  const { search } = searching;
  const shown = useRef<HTMLElement>(null);
  const query = useInfiniteQuery({
    ...trpc.elements.operations.infiniteQueryOptions({ elementKey, search }, NEXT_PAGE),
    placeholderData: keepPreviousData,
  });

  function choose(operationId: string) {
    const next = currentQuery();
    next.set("operation", operationId);
    replaceQuery(next);
    shown.current?.focus();
  }

  return (
    <ElementPart part="documentation" query={query} {...searching}>
      {(operations) => (
        <div className="grid gap-6 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
          <Card className="self-start overflow-hidden">
            <ul aria-label={t("operations")} className="max-h-[70dvh] divide-y divide-line overflow-y-auto">
              {operations.map(({ operationId, method, path, summary }) => (
                <li key={operationId}>
                  <button
                    type="button"
                    aria-current={operationId === chosen || undefined}
                    onClick={() => choose(operationId)}
                    className="w-full px-4 py-2.5 text-left hover:bg-tint aria-[current=true]:bg-tint"
                  >
                    <span className="flex items-baseline gap-1">
                      <MethodBadge method={method} />
                      <code className="line-clamp-2 min-w-0 font-mono text-sm [overflow-wrap:anywhere]">{path}</code>
                    </span>
                    {summary && <span className="mt-0.5 line-clamp-2 text-muted text-xs">{summary}</span>}
                  </button>
                </li>
              ))}
            </ul>
          </Card>
          <section ref={shown} tabIndex={-1} aria-label={chosen ?? t("operations")} className="min-w-0 outline-none">
            {chosen === null ? (
              <p className="text-muted">{t("choose")}</p>
            ) : (
              <ChosenOperation key={chosen} elementKey={elementKey} operationId={chosen} />
            )}
          </section>
        </div>
      )}
    </ElementPart>
  );
}

function ChosenOperation({ elementKey, operationId }: { elementKey: string; operationId: string }) {
  const t = useTranslations("elements.documentation");
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(trpc.elements.operation.queryOptions({ elementKey, operationId }));
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading what={t("loadingOne")} />;
  const { method, path, summary, parameters, body, response, models } = data;
  return (
    <article translate="no">
      <h2 className="font-semibold text-xl tracking-tight [overflow-wrap:anywhere]">{summary || operationId}</h2>
      <p className="mt-2 flex items-baseline gap-1">
        <MethodBadge method={method} />
        <code className="min-w-0 font-mono text-sm [overflow-wrap:anywhere]">{path}</code>
      </p>
      <Part title={t("parameters")}>
        {parameters.length > 0 ? (
          <SchemaFields
            fields={parameters.map(({ name, place, isRequired, schema }) => ({
              name,
              isRequired,
              schema: { ...schema, facts: [t("placed", { place }), ...schema.facts] },
            }))}
          />
        ) : (
          <p className="mt-1 text-muted text-sm">{t("noParameters")}</p>
        )}
      </Part>
      {body && (
        <Part title={t("body")}>
          <Schema schema={body} />
        </Part>
      )}
      <Part title={t("response")}>
        {response ? <Schema schema={response} /> : <p className="mt-1 text-muted text-sm">{t("noResponse")}</p>}
      </Part>
      {models.length > 0 && (
        <Part title={t("models")}>
          {models.map(({ name, schema }) => (
            <div key={name} id={`schema-${name}`} className="mt-4 scroll-mt-4">
              <h4 className="font-mono text-sm [overflow-wrap:anywhere]">{name}</h4>
              <Schema schema={schema} />
            </div>
          ))}
        </Part>
      )}
    </article>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-6">
      <h3 id={id} className="font-semibold text-sm">
        {title}
      </h3>
      {children}
    </section>
  );
}
