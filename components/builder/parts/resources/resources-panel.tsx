"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { cutText } from "#server/cut-text.ts";
import { useBuilder, useBuilderStore } from "../../model/builder.ts";
import { placeOf } from "../../model/operation-item.ts";
import { blankOperation, groupsOf, type Operation, operationsOf } from "../../model/operations.ts";
import { insertAt, listAt, setAt } from "../../model/paths.ts";
import { useOpenOperation, useOperations } from "../../model/use-operations.ts";
import { Lifecycle } from "./lifecycle.tsx";
import { copyOf } from "./new-operations.ts";
import { NewResourceDialog } from "./new-resource-dialog.tsx";
import { OperationDetail } from "./operation-detail.tsx";
import { OperationList } from "./operation-list.tsx";

/** The operations by their objects, and the selected one. */
export function ResourcesPanel() {
  const t = useTranslations("builder.resources");
  const store = useBuilderStore();
  const operations = useOperations();
  const item = useBuilder((builder) => builder.item);
  const edit = useBuilder((builder) => builder.edit);
  const open = useBuilder((builder) => builder.open);
  const openOperation = useOpenOperation();
  const selected = operations.find(({ at }) => at === placeOf(item)?.at);
  const [isDescribed, setIsDescribed] = useState(false);
  const { list, focusRow } = useRowFocus();

  const present = () => store.getState().history.present;

  function add() {
    const at = listAt(present(), ["resources"]).length;
    edit((draft) => insertAt(draft, ["resources"], blankOperation), { announce: t("added") });
    openOperation(at);
  }

  function duplicate({ at }: Operation) {
    edit((draft) => insertAt(draft, ["resources"], copyOf(draft, at), at + 1), { announce: t("copied") });
    openOperation(at + 1);
  }

  function remove(operation: Operation) {
    const shown = groupsOf(operationsOf(present())).flatMap((group) => group.operations);
    const place = shown.findIndex(({ at }) => at === operation.at);
    const neighbor = shown[place + 1] ?? shown[place - 1];
    edit((draft) => setAt(draft, ["resources", operation.at], undefined), {
      announce: t("deleted", nameOf(operation)),
    });
    open("resources");
    focusRow(neighbor === undefined ? null : neighbor.at - (neighbor.at > operation.at ? 1 : 0));
  }

  function back() {
    open("resources");
    focusRow(selected?.at ?? null);
  }

  return (
    <div className="@container/panel">
      <div className="grid content-start gap-6 @2xl/panel:grid-cols-[minmax(13rem,1fr)_minmax(0,2fr)]">
        <div ref={list} className={selected ? "hidden @2xl/panel:block" : undefined}>
          <OperationList
            operations={operations}
            selected={selected?.at ?? null}
            onAdd={add}
            onDescribe={() => setIsDescribed(true)}
            onDelete={remove}
          />
        </div>
        {selected ? (
          <OperationDetail
            key={selected.at}
            operation={selected}
            onBack={back}
            onDuplicate={() => duplicate(selected)}
            onDelete={() => remove(selected)}
          />
        ) : (
          operations.length > 0 && (
            <section aria-labelledby="lifecycle" className="grid content-start gap-3">
              <h3 id="lifecycle" className="font-semibold">
                {t("lifecycle.title")}
              </h3>
              <Lifecycle operations={operations} />
            </section>
          )
        )}
      </div>
      <NewResourceDialog open={isDescribed} onClose={() => setIsDescribed(false)} onCreated={openOperation} />
    </div>
  );
}

export const nameOf = ({ method, path }: Operation) => ({ name: `${method} ${cutText(path, 200)}` });

/** Focuses a row of the list once it is rendered; the button that adds one if there is no row. */
function useRowFocus() {
  const list = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState<{ at: number | null } | null>(null);
  useEffect(() => {
    if (!wanted) return;
    const row = wanted.at === null ? null : list.current?.querySelector<HTMLElement>(`[data-at="${wanted.at}"]`);
    (row ?? list.current?.querySelector<HTMLElement>("[data-adds]"))?.focus();
    setWanted(null);
  }, [wanted]);
  return { list, focusRow: (at: number | null) => setWanted({ at }) };
}
