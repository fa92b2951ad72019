"use client";

import { ChevronDown, ChevronRight, EyeOff, FoldVertical, Link2, TriangleAlert, Webhook } from "lucide-react";
import { useTranslations } from "next-intl";
import { memo, useMemo, useState } from "react";
import { MayChange, useMayChange } from "../../../shell/may-change.tsx";
import { Button } from "../../../ui/button.tsx";
import { MethodBadge } from "../../../ui/method-badge.tsx";
import { Roving } from "../../../ui/roving.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import { itemOf } from "../../model/operation-item.ts";
import { type Group, groupsOf, type Mark, matching, type Operation } from "../../model/operations.ts";
import { useProblems } from "../../model/problems.tsx";
import { PlaceLink } from "../../place-link.tsx";

type Props = {
  operations: readonly Operation[];
  /** The position of the selected operation. */
  selected: number | null;
  onAdd: () => void;
  onDescribe: () => void;
  onDelete: (operation: Operation) => void;
};

/** With more operations than this, objects are collapsed until they are opened. */
const MOST_OPEN = 60;
const ROWS = 150;

/** The operations by their objects, with a search. */
export function OperationList({ operations, selected, onAdd, onDescribe, onDelete }: Props) {
  const t = useTranslations("builder.resources");
  const mayChange = useMayChange();
  const [search, setSearch] = useState("");
  const [folds, setFolds] = useState<ReadonlyMap<string | null, boolean>>(new Map());
  const [rows, setRows] = useState(ROWS);
  const found = useMemo(() => groupsOf(matching(operations, search)), [operations, search]);
  const wrong = useProblemPositions();

  const isOpen = ({ name, operations: own }: Group) =>
    search !== "" || (folds.get(name) ?? (operations.length <= MOST_OPEN || own.some(({ at }) => at === selected)));
  const lines = found.flatMap((group): Line[] => [
    { group },
    ...(isOpen(group) ? group.operations.map((operation) => ({ operation })) : []),
  ]);
  const place = lines.findIndex((line) => "operation" in line && line.operation.at === selected);
  const shown = lines.slice(0, Math.max(rows, place + 1));

  return (
    <div className="grid content-start gap-3">
      <MayChange>
        <div className="flex flex-wrap gap-2">
          <Button kind="primary" data-adds aria-haspopup="dialog" onClick={onDescribe}>
            {t("describe")}
          </Button>
          <Button onClick={onAdd}>{t("add")}</Button>
        </div>
      </MayChange>
      {operations.length === 0 && <p className="text-muted text-sm">{t("empty")}</p>}
      {operations.length > 5 && <SearchField label={t("search")} value={search} onChange={setSearch} />}
      {operations.length > 0 && lines.length === 0 && <p className="text-muted text-sm">{t("noMatches")}</p>}
      <nav aria-label={t("list")}>
        <Roving className="grid gap-0.5">
          {shown.map((line) =>
            "group" in line ? (
              <GroupRow
                key={`group ${line.group.name}`}
                name={line.group.name}
                count={line.group.operations.length}
                isOpen={isOpen(line.group)}
                onToggle={() => setFolds(new Map(folds).set(line.group.name, !isOpen(line.group)))}
              />
            ) : (
              <OperationRow
                key={line.operation.at}
                operation={line.operation}
                isSelected={line.operation.at === selected}
                isWrong={wrong.has(line.operation.at)}
                onDelete={mayChange ? onDelete : null}
              />
            ),
          )}
        </Roving>
      </nav>
      {shown.length < lines.length && (
        <Button onClick={() => setRows(shown.length + ROWS)}>
          {t("more", { count: lines.length - shown.length })}
        </Button>
      )}
    </div>
  );
}

type Line = { group: Group } | { operation: Operation };

/** The positions of operations that have problems. */
function useProblemPositions(): ReadonlySet<unknown> {
  const problems = useProblems();
  return useMemo(
    () => new Set(problems.filter(({ path }) => path[0] === "resources").map(({ path }) => path[1])),
    [problems],
  );
}

type GroupProps = { name: string | null; count: number; isOpen: boolean; onToggle: () => void };

function GroupRow({ name, count, isOpen, onToggle }: GroupProps) {
  const t = useTranslations("builder.resources");
  const Arrow = isOpen ? ChevronDown : ChevronRight;
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={onToggle}
      className="mt-1 flex min-h-8 w-full min-w-0 items-center gap-1.5 rounded-lg px-1.5 text-left font-medium text-sm hover:bg-code"
    >
      <Arrow aria-hidden="true" className="size-4 shrink-0 text-muted" />
      <span className="min-w-0 flex-1 truncate">{name === null ? t("automatic") : name || t("nameless")}</span>
      <span className="text-muted text-xs">{count}</span>
    </button>
  );
}

const MARK_ICONS = {
  chained: Link2,
  hooked: Webhook,
  unpaged: FoldVertical,
  undocumented: EyeOff,
} as const satisfies Record<Mark, unknown>;

type RowProps = {
  operation: Operation;
  isSelected: boolean;
  isWrong: boolean;
  onDelete: ((operation: Operation) => void) | null;
};

const OperationRow = memo(
  function OperationRow({ operation, isSelected, isWrong, onDelete }: RowProps) {
    const t = useTranslations("builder.resources");
    const { at, method, path, vendorMethod, vendorPath, marks } = operation;
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: the key is a shortcut of the link in it
      <div
        onKeyDown={(event) => {
          if (event.key !== "Delete" || !onDelete) return;
          event.preventDefault();
          onDelete(operation);
        }}
      >
        <PlaceLink
          item={itemOf({ at, tab: null })}
          at={at}
          isCurrent={isSelected}
          className="flex min-h-11 min-w-0 items-center gap-2 rounded-lg px-2 py-1 text-sm hover:bg-code aria-[current]:bg-tint"
        >
          <MethodBadge method={method} />
          <span className="min-w-0 flex-1">
            <span className="block truncate font-mono text-[0.8125rem]">{path || t("noPath")}</span>
            <span className="block truncate font-mono text-muted text-xs">
              <span aria-hidden="true">{"→ "}</span>
              <span className="sr-only">{t("sentTo")} </span>
              {vendorMethod === method ? vendorPath : `${vendorMethod} ${vendorPath}`}
            </span>
          </span>
          {marks.map((mark) => {
            const Icon = MARK_ICONS[mark];
            return (
              <span key={mark} title={t(`marks.${mark}`)} className="shrink-0 text-muted">
                <Icon aria-hidden="true" className="size-3.5" />
                <span className="sr-only">{t(`marks.${mark}`)}</span>
              </span>
            );
          })}
          {isWrong && (
            <span title={t("wrong")} className="shrink-0 text-failure">
              <TriangleAlert aria-hidden="true" className="size-4" />
              <span className="sr-only">{t("wrong")}</span>
            </span>
          )}
        </PlaceLink>
      </div>
    );
  },
  (one, other) =>
    one.operation === other.operation &&
    one.isSelected === other.isSelected &&
    one.isWrong === other.isWrong &&
    (one.onDelete === null) === (other.onDelete === null),
);
