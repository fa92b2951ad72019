"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { cutText } from "#server/cut-text.ts";
import { foldedText } from "#server/search-text.ts";
import type { RouterOutputs } from "../api/trpc.ts";
import { ListSearch } from "../ui/list-search.tsx";
import { MethodBadge } from "../ui/method-badge.tsx";
import { Roving } from "../ui/roving.tsx";
import { Empty } from "../ui/states.tsx";
import { setPlace } from "./use-explorer-place.ts";

type Operation = RouterOutputs["explorer"]["operations"][number];

type Props = {
  operations: readonly Operation[];
  /** The search of the address. */
  searched: string;
  chosen: string | null;
  onChoose: (operationId: string) => void;
};

/** A longer search is not worth a link. */
const MOST_IN_ADDRESS = 200;

/** The operations of an API by group. Arrow keys move within the list. */
export function OperationList({ operations, searched, chosen, onChoose }: Props) {
  const t = useTranslations("explorer.list");
  // The field owns its text: the address follows.
  const [search, setSearch] = useState(searched);
  const words = foldedText(search).split(/\s+/).filter(Boolean);
  const found = operations.filter(({ method, path, group, summary }) => {
    const text = foldedText(`${method} ${path} ${group} ${summary}`);
    return words.every((word) => text.includes(word));
  });
  const groups = Map.groupBy(found, ({ group }) => group);
  return (
    <>
      <ListSearch
        label={t("search")}
        value={search}
        onChange={(text) => {
          setSearch(text);
          setPlace({ q: cutText(text, MOST_IN_ADDRESS) || undefined });
        }}
        count={t("count", { count: found.length })}
      />
      {found.length === 0 ? (
        <div className="mt-4">
          <Empty title={search ? t("none", { text: cutText(search, 100) }) : t("noOperations")} />
        </div>
      ) : (
        <Roving className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-4">
          {[...groups].map(([group, own]) => (
            <section key={group} aria-label={group}>
              <h3 className="truncate px-2 pb-1 font-medium text-muted text-xs" title={group}>
                {group}
              </h3>
              <ul>
                {own.map((operation) => (
                  <li key={operation.id}>
                    <button
                      type="button"
                      aria-current={operation.id === chosen ? "true" : undefined}
                      onClick={() => onChoose(operation.id)}
                      className="grid w-full grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-2 rounded-lg px-2 py-1.5 text-left hover:bg-code aria-[current=true]:bg-tint"
                    >
                      <MethodBadge method={operation.method} />
                      <span className="truncate text-sm">{operation.summary || operation.path}</span>
                      <code
                        translate="no"
                        className="col-start-2 truncate font-mono text-muted text-xs"
                        title={operation.path}
                      >
                        {operation.path}
                      </code>
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </Roving>
      )}
    </>
  );
}
