"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Roving } from "../ui/roving.tsx";
import { INPUT_LOOK } from "../ui/text-field.tsx";
import { type ListedOperation, operationsByObject } from "./find-operation.ts";

type Props<Of> = { operations: readonly Of[]; onChoose: (operation: Of) => void };

/** The operations of an element by their objects, with a search. */
export function OperationList<Of extends ListedOperation>({ operations, onChoose }: Props<Of>) {
  const t = useTranslations("ui.operations");
  const [search, setSearch] = useState("");
  const groups = operationsByObject(operations, search);
  return (
    <section aria-label={t("title")} className="grid min-w-0 gap-2">
      <h3 className="font-medium text-sm">{t("title")}</h3>
      <input
        type="search"
        aria-label={t("search")}
        placeholder={t("search")}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
        className={INPUT_LOOK}
      />
      <Roving className="max-h-96 overflow-y-auto rounded-lg border border-line p-1">
        {groups.map(([object, listed]) => (
          <div key={object}>
            <h4 className="break-all px-2 pt-2 pb-1 font-medium text-muted text-xs">{object}</h4>
            <ul>
              {listed.map((operation) => (
                <li key={operation.operationId}>
                  <button
                    type="button"
                    onClick={() => onChoose(operation)}
                    className="w-full rounded-lg px-2 py-1.5 text-left hover:bg-tint focus-visible:bg-tint"
                  >
                    <OperationName {...operation} />
                  </button>
                </li>
              ))}
            </ul>
          </div>
        ))}
        {groups.length === 0 && <p className="p-2 text-muted text-sm">{t("none")}</p>}
      </Roving>
    </section>
  );
}

/** The description of an operation, and its method and path. */
export function OperationName({ method, path, summary }: Pick<ListedOperation, "method" | "path" | "summary">) {
  return (
    <>
      {summary && <span className="block break-words text-sm">{summary}</span>}{" "}
      <span className="block break-all font-mono text-[0.8125rem] text-muted">
        {method} {path}
      </span>
    </>
  );
}
