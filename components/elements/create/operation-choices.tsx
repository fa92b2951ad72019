"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { cutText } from "#server/cut-text.ts";
import type { ImportChoice } from "#server/element/import/compare-import.ts";
import { foldedText } from "#server/search-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { MethodBadge } from "../../ui/method-badge.tsx";
import { Card } from "../../ui/page.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { Empty } from "../../ui/states.tsx";
import { INPUT_LOOK } from "../../ui/text-field.tsx";
import type { PreviewedOperation } from "./import-request.ts";
import { ProblemList } from "./problem-list.tsx";

type Props = {
  operations: readonly PreviewedOperation[];
  choices: ReadonlyMap<string, ImportChoice | null>;
  isNew: boolean;
  onChoose: (keys: readonly string[], choice: ImportChoice) => void;
};

const SHOWN_AT_ONCE = 200;

const isOffered = ({ state }: PreviewedOperation): boolean => state !== "unchanged";

/** The operations by resource, each to be imported or kept; with search and bulk selection. */
export function OperationChoices({ operations, choices, isNew, onChoose }: Props) {
  const t = useTranslations("elements.import");
  const [text, setText] = useState("");
  const [most, setMost] = useState(SHOWN_AT_ONCE);
  const search = foldedText(text.trim());
  const found = operations.filter(({ method, path, key, summary }) =>
    foldedText(`${method} ${path} ${key} ${summary}`).includes(search),
  );
  const keys = found.filter(isOffered).map(({ key }) => key);
  const selected = operations.filter(({ key }) => choices.get(key) === "imported").length;
  return (
    <section aria-labelledby="operations">
      <h2 id="operations" className="font-semibold text-xl tracking-tight">
        {t("operations")}
      </h2>
      <div className="my-4 flex flex-wrap items-center gap-3">
        <SearchField label={t("search")} value={text} onChange={setText} />
        <Button onClick={() => onChoose(keys, "imported")}>{t("all")}</Button>
        <Button onClick={() => onChoose(keys, "current")}>{t("none")}</Button>
        <p role="status" className="text-muted text-sm sm:ml-auto">
          {t("selected", { count: String(selected), total: String(operations.length) })}
        </p>
      </div>
      {found.length === 0 && <Empty title={search ? t("notFound", { text: text.trim() }) : t("noOperations")} />}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {groupsOf(found.slice(0, most)).map(([name, group]) => (
          <fieldset key={name} className="min-w-0">
            <legend className="mb-1.5 font-medium text-sm [overflow-wrap:anywhere]">{name}</legend>
            <Card className="overflow-hidden">
              <ul className="divide-y divide-line">
                {group.map((operation) => (
                  <OperationRow
                    key={operation.key}
                    operation={operation}
                    choice={choices.get(operation.key) ?? null}
                    isNew={isNew}
                    onChoose={(choice) => onChoose([operation.key], choice)}
                  />
                ))}
              </ul>
            </Card>
          </fieldset>
        ))}
      </div>
      {found.length > most && (
        <div className="mt-4 text-center">
          <Button onClick={() => setMost(most + SHOWN_AT_ONCE)}>{t("more")}</Button>
        </div>
      )}
    </section>
  );
}

/** By the first word of the path, in the order of the file. */
function groupsOf(operations: readonly PreviewedOperation[]): [string, PreviewedOperation[]][] {
  const groups = new Map<string, PreviewedOperation[]>();
  for (const operation of operations) {
    const name = operation.path.split("/")[1] || "/";
    const group = groups.get(name);
    if (group) group.push(operation);
    else groups.set(name, [operation]);
  }
  return [...groups];
}

type RowProps = {
  operation: PreviewedOperation;
  choice: ImportChoice | null;
  isNew: boolean;
  onChoose: (choice: ImportChoice) => void;
};

function OperationRow({ operation, choice, isNew, onChoose }: RowProps) {
  const t = useTranslations("elements.import");
  const { method, path, host, summary, state, isEdited, problems } = operation;
  const needsChoice = operation.choice === null;
  const text = (
    <span className="min-w-0">
      <span className="flex items-baseline gap-1">
        <MethodBadge method={method} />
        <code className="line-clamp-3 min-w-0 font-mono text-sm [overflow-wrap:anywhere]">{path}</code>
      </span>
      {summary && <span className="line-clamp-2 text-muted text-sm [overflow-wrap:anywhere]">{summary}</span>}
      {host !== null && (
        <span className="block text-sm text-waiting [overflow-wrap:anywhere]">{t("host", { host })}</span>
      )}
    </span>
  );
  return (
    <li className="grid gap-1.5 px-4 py-3">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        {needsChoice ? (
          <div className="min-w-0 flex-1 basis-64">{text}</div>
        ) : (
          <label className="flex min-w-0 flex-1 basis-64 items-start gap-3">
            <input
              type="checkbox"
              checked={choice === "imported"}
              disabled={!isOffered(operation)}
              onChange={({ target }) => onChoose(target.checked ? "imported" : "current")}
              className="mt-1 size-4 shrink-0 accent-accent"
            />
            {text}
          </label>
        )}
        {!isNew && (
          <span className="flex flex-wrap items-center gap-2">
            <Badge tone={isOffered(operation) ? "waiting" : "muted"}>{t(`states.${state}`)}</Badge>
            {isEdited && <Badge>{t("edited")}</Badge>}
            {needsChoice && <ConflictChoice operation={operation} choice={choice} onChoose={onChoose} />}
          </span>
        )}
      </div>
      {needsChoice && choice === null && <p className="text-sm text-waiting">{t("choose")}</p>}
      {problems.length > 0 && <ProblemList problems={problems} />}
    </li>
  );
}

function ConflictChoice({ operation: { key, state }, choice, onChoose }: Omit<RowProps, "isNew">) {
  const t = useTranslations("elements.import");
  const isRemoved = state === "removed";
  return (
    <select
      aria-label={t("choiceOf", { operation: cutText(key, 200) })}
      value={choice ?? ""}
      onChange={({ target }) => onChoose(target.value === "imported" ? "imported" : "current")}
      className={`${INPUT_LOOK} w-44`}
    >
      <option value="" disabled>
        {t("choices.none")}
      </option>
      <option value="imported">{t(isRemoved ? "remove" : "choices.imported")}</option>
      <option value="current">{t(isRemoved ? "keep" : "choices.current")}</option>
    </select>
  );
}
