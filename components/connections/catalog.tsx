"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { foldedText } from "#server/search-text.ts";
import { type RouterOutputs, useTRPC } from "../api/trpc.ts";
import { routeTo } from "../screens/screens.ts";
import { useMayChange } from "../shell/may-change.tsx";
import { useAddressFilters } from "../shell/use-address-filters.ts";
import { Button } from "../ui/button.tsx";
import { Link } from "../ui/link.tsx";
import { Page } from "../ui/page.tsx";
import { SearchField } from "../ui/search-field.tsx";
import { Empty, Failed, Loading } from "../ui/states.tsx";
import { ElementIcon, useHubName, useSortedHubs } from "./element-icon.tsx";
import { useWayBack } from "./use-way-back.ts";

type Entry = RouterOutputs["connection"]["catalog"]["elements"][number];

/** Available elements, grouped by hub. */
export function Catalog() {
  const t = useTranslations("connections");
  const mayChange = useMayChange();
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery({ ...trpc.connection.catalog.queryOptions(), staleTime: 60_000 });
  const [text, setText] = useState("");
  return (
    <Page
      title={t("catalog.title")}
      back={{ href: routeTo("connections"), label: t("list.title") }}
      description={t("catalog.description")}
    >
      {!mayChange && (
        <p role="note" className="mb-6 max-w-2xl rounded-xl border border-line bg-surface px-4 py-3 text-sm">
          {t("catalog.viewer")}
        </p>
      )}
      <SearchField label={t("catalog.search")} placeholder={t("catalog.placeholder")} value={text} onChange={setText} />
      {data ? (
        <Found elements={data.elements} text={text} onText={setText} />
      ) : (
        <div className="mt-4">
          {error ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading what={t("catalog.loading")} />}
        </div>
      )}
    </Page>
  );
}

type FoundProps = { elements: Entry[]; text: string; onText: (text: string) => void };

function Found({ elements, text, onText }: FoundProps) {
  const t = useTranslations("connections.catalog");
  const hubName = useHubName();
  const byHubName = useSortedHubs();
  const mayChange = useMayChange();
  const { text: filter, narrow } = useAddressFilters(["hub"]);
  const wayBack = useWayBack();
  const hub = filter("hub") ?? "";
  const setHub = (key: string) => narrow({ hub: key });
  const hubs = byHubName([...new Set(elements.map((element) => element.hub))]);
  const found = elements.filter(
    (element) =>
      (hub === "" || element.hub === hub) &&
      foldedText(`${element.name} ${element.description} ${element.hub}`).includes(foldedText(text.trim())),
  );
  return (
    <>
      <fieldset className="mt-4 flex min-w-0 flex-wrap gap-2">
        <legend className="sr-only">{t("hub")}</legend>
        {["", ...hubs].map((key) => (
          <button
            key={key}
            type="button"
            aria-pressed={hub === key}
            onClick={() => setHub(key)}
            className="min-h-8 max-w-full truncate rounded-full border border-line bg-surface px-3.5 py-1 text-sm hover:border-accent aria-pressed:border-accent aria-pressed:bg-tint aria-pressed:font-medium aria-pressed:text-accent"
          >
            {key === "" ? t("all") : hubName(key)}
          </button>
        ))}
      </fieldset>
      <p role="status" className="sr-only">
        {t("count", { count: String(found.length) })}
      </p>
      {found.length === 0 ? (
        <div className="mt-6">
          <Empty
            title={t("none")}
            actions={
              <Button
                onClick={() => {
                  onText("");
                  setHub("");
                }}
              >
                {t("showAll")}
              </Button>
            }
          />
        </div>
      ) : (
        <ul aria-label={t("elements")} className="mt-6 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {found.map((element) => (
            <li
              key={element.key}
              className="relative flex gap-4 rounded-2xl border border-line bg-surface p-5 shadow-sm has-[a]:hover:border-accent"
            >
              <ElementIcon name={element.name} hub={element.hub} />
              <div className="min-w-0">
                <h2 className="font-semibold [overflow-wrap:anywhere]">
                  {mayChange ? (
                    <Link
                      href={routeTo("connect", { elementKey: element.key, ...wayBack })}
                      className="after:absolute after:inset-0 after:rounded-2xl"
                    >
                      {element.name}
                    </Link>
                  ) : (
                    element.name
                  )}
                </h2>
                <p className="mt-1 line-clamp-3 text-muted text-sm leading-relaxed">{element.description}</p>
                <p className="mt-2 text-muted text-xs [overflow-wrap:anywhere]">
                  {hubName(element.hub)}
                  {element.isPrivate && t("own")}
                  {element.isDeprecated && t("deprecated")}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
