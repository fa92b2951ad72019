"use client";

import { Link2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { type DragEvent, useState } from "react";
import { foldedText } from "#server/search-text.ts";
import { SearchField } from "../../ui/search-field.tsx";
import { AddField } from "./add-field.tsx";
import { ChooseFieldDialog } from "./choose-field-dialog.tsx";
import type { Row } from "./model/draft.ts";
import { type ProviderField, usedPaths, useMapping } from "./model/mapping.tsx";
import { sampleText } from "./sample-text.ts";
import { useConnect } from "./use-connect.ts";

/** All rows have the same height, so that the lines between them need no measuring. */
const ROW_PX = 48;
const MOST = 200;
const DRAGGED = "application/x-formulary-field";

type Choosing = { vendorPath: string } | { path: string };

/** The provider's fields and ours side by side, with a line for each mapping. */
export function Lines() {
  const t = useTranslations("common-resources.lines");
  const names = useTranslations("common-resources.mapping");
  const { opened, rows, provider } = useMapping();
  const { connect } = useConnect();
  const [text, setText] = useState("");
  const [most, setMost] = useState(MOST);
  const [choosing, setChoosing] = useState<Choosing | null>(null);
  const used = usedPaths(rows);
  const known = new Set(provider.map(({ path }) => path));
  const typed = [...used.keys()].filter((path) => !known.has(path)).map((path) => ({ path, samples: [] }));
  const wanted = foldedText(text.trim());
  const matching = [...provider, ...typed].filter(({ path }) => foldedText(path).includes(wanted));
  const shown = matching.slice(0, most);
  const rest = matching.length - shown.length;

  function choose(other: string) {
    if (!choosing) return;
    if ("path" in choosing) connect(choosing.path, other);
    else connect(other, choosing.vendorPath);
    setChoosing(null);
  }

  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <SearchField label={names("search")} value={text} onChange={setText} />
        <p className="text-muted text-sm max-sm:hidden">{t("hint")}</p>
      </div>
      <div className="grid max-h-[70dvh] overflow-y-auto rounded-2xl border border-line bg-surface sm:grid-cols-[minmax(0,1fr)_3.5rem_minmax(0,1fr)]">
        <section aria-labelledby="provider-fields" className="min-w-0">
          <h2 id="provider-fields" className="truncate border-line border-b px-3 py-2 font-medium text-sm">
            {t("provider", { element: opened.element.name })}
          </h2>
          {shown.length === 0 && <p className="p-3 text-muted text-sm">{t(wanted === "" ? "noFields" : "noMatch")}</p>}
          <ul>
            {shown.map((field) => (
              <ProviderRow
                key={field.path}
                field={field}
                isUsed={used.has(field.path)}
                onChoose={() => setChoosing({ vendorPath: field.path })}
              />
            ))}
          </ul>
          {rest > 0 && (
            <button
              type="button"
              onClick={() => setMost(most + MOST)}
              className="min-h-10 w-full px-3 text-left text-accent text-sm hover:underline"
            >
              {t("more", { count: rest })}
            </button>
          )}
        </section>
        <Drawing rows={rows} shown={shown} />
        <section aria-labelledby="our-fields" className="min-w-0 border-line max-sm:order-first max-sm:border-b">
          <h2 id="our-fields" tabIndex={-1} className="truncate border-line border-b px-3 py-2 font-medium text-sm">
            {t("ours", { name: opened.name })}
          </h2>
          {rows.length === 0 && <p className="p-3 text-muted text-sm">{t("noOurs")}</p>}
          <ul>
            {rows.map((row) => (
              <OurRow
                key={row.path}
                row={row}
                onChoose={() => setChoosing({ path: row.path })}
                onDrop={(vendorPath) => connect(row.path, vendorPath)}
              />
            ))}
          </ul>
          <NewFieldPlace onDrop={(vendorPath) => connect(vendorPath, vendorPath)} />
        </section>
      </div>
      <AddField />
      <ChooseField choosing={choosing} used={used} onClose={() => setChoosing(null)} onChoose={choose} />
    </div>
  );
}

type ProviderRowProps = { field: ProviderField; isUsed: boolean; onChoose: () => void };

function ProviderRow({ field: { path, type, samples }, isUsed, onChoose }: ProviderRowProps) {
  const t = useTranslations("common-resources.lines");
  const sample = sampleText(samples[0]);
  return (
    <li style={{ height: ROW_PX }}>
      <button
        type="button"
        draggable
        aria-haspopup="dialog"
        onClick={onChoose}
        onDragStart={({ dataTransfer }) => {
          dataTransfer.setData(DRAGGED, path);
          dataTransfer.effectAllowed = "link";
        }}
        className="grid size-full cursor-grab grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 px-3 text-left text-sm hover:bg-tint"
      >
        <span className="sr-only">{t("map")}</span>
        <span className="min-w-0">
          <code className={`block truncate font-mono ${isUsed ? "text-accent" : ""}`}>{path}</code>
          <span className="block truncate text-muted text-xs">{sample}</span>
        </span>
        <span className="max-w-20 truncate text-muted text-xs">{type}</span>
      </button>
    </li>
  );
}

type OurRowProps = { row: Row; onChoose: () => void; onDrop: (vendorPath: string) => void };

function OurRow({ row: { path, type, field, state }, onChoose, onDrop }: OurRowProps) {
  const t = useTranslations("common-resources.lines");
  const { selected, select, conflicts } = useMapping();
  const conflict = conflicts.get(path);
  const drop = useDrop(onDrop);
  const note =
    state === "unmapped" || state === "removed" || field?.vendorPath === undefined
      ? t(state === "removed" ? "removed" : "unmapped")
      : `← ${field.vendorPath}${state === "inherited" ? ` (${t("inherited")})` : ""}`;
  const isSelected = selected?.path === path;
  return (
    <li {...drop.handlers} style={{ height: ROW_PX }} className={`flex ${drop.isOver || isSelected ? "bg-tint" : ""}`}>
      <button
        type="button"
        aria-pressed={isSelected}
        onClick={() => select(isSelected ? null : path)}
        className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 px-3 text-left text-sm hover:bg-tint"
      >
        <span className="min-w-0">
          <code className={`block truncate font-mono ${state === "removed" ? "line-through" : ""}`}>{path}</code>
          {conflict ? (
            <span className="block truncate text-failure text-xs">
              {t("conflict", { other: conflict.path === path ? conflict.other : conflict.path })}
            </span>
          ) : (
            <span className="block truncate text-muted text-xs">{note}</span>
          )}
        </span>
        <span className="max-w-20 truncate text-muted text-xs">{type}</span>
      </button>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={t("mapFrom", { path })}
        onClick={onChoose}
        className="grid w-10 shrink-0 place-items-center text-muted hover:bg-code hover:text-ink"
      >
        <Link2 aria-hidden="true" className="size-4" />
      </button>
    </li>
  );
}

function NewFieldPlace({ onDrop }: { onDrop: (vendorPath: string) => void }) {
  const t = useTranslations("common-resources.lines");
  const drop = useDrop(onDrop);
  return (
    <div
      {...drop.handlers}
      data-drop="new-field"
      className={`m-2 rounded-lg border border-dashed px-3 py-2.5 text-center text-muted text-xs max-sm:hidden ${drop.isOver ? "border-accent bg-tint" : "border-line"}`}
    >
      {t("drop")}
    </div>
  );
}

function useDrop(onDrop: (vendorPath: string) => void) {
  const [isOver, setIsOver] = useState(false);
  const isField = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes(DRAGGED);
  const handlers = {
    onDragOver(event: DragEvent) {
      if (!isField(event)) return;
      event.preventDefault();
      setIsOver(true);
    },
    onDragLeave: () => setIsOver(false),
    onDrop(event: DragEvent) {
      setIsOver(false);
      const vendorPath = event.dataTransfer.getData(DRAGGED);
      if (vendorPath === "") return;
      event.preventDefault();
      onDrop(vendorPath);
    },
  };
  return { isOver, handlers };
}

/** The headings above both lists have the same height. */
const HEADING_PX = 37;

function Drawing({ rows, shown }: { rows: readonly Row[]; shown: readonly { path: string }[] }) {
  const at = new Map(shown.map(({ path }, index) => [path, index]));
  const middle = (index: number) => HEADING_PX + index * ROW_PX + ROW_PX / 2;
  const lines = rows.flatMap(({ path, field, state }, index) => {
    const from = at.get(field?.vendorPath ?? "");
    return from === undefined ? [] : [{ path, state, y1: middle(from), y2: middle(index) }];
  });
  const height = HEADING_PX + Math.max(rows.length, shown.length) * ROW_PX;
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 56 ${height}`}
      preserveAspectRatio="none"
      className="w-full border-line border-x max-sm:hidden"
      style={{ height }}
    >
      {lines.map(({ path, state, y1, y2 }) => (
        <path
          key={path}
          d={`M0 ${y1} C28 ${y1} 28 ${y2} 56 ${y2}`}
          fill="none"
          strokeWidth={2}
          strokeDasharray={state === "inherited" ? "4 4" : undefined}
          className={state === "inherited" ? "stroke-edge" : "stroke-accent"}
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </svg>
  );
}

type ChooseProps = {
  choosing: Choosing | null;
  used: ReadonlyMap<string, string>;
  onClose: () => void;
  onChoose: (path: string) => void;
};

function ChooseField({ choosing, used, onClose, onChoose }: ChooseProps) {
  const t = useTranslations("common-resources.choose");
  const { rows, provider } = useMapping();
  /** The title stays while the dialog closes. */
  const [last, setLast] = useState<Choosing>();
  if (choosing && choosing !== last) setLast(choosing);
  if (!last) return null;
  const isOurs = "vendorPath" in last;
  const choices = isOurs
    ? rows.map(({ path, field }) => ({ path, note: field?.vendorPath ? t("now", { path: field.vendorPath }) : "" }))
    : provider.map(({ path, samples }) => {
        const other = used.get(path);
        return { path, note: other === undefined ? sampleText(samples[0]) : t("now", { path: other }) };
      });
  return (
    <ChooseFieldDialog
      title={isOurs ? t("to", { path: last.vendorPath }) : t("from", { path: last.path })}
      choices={choices}
      otherwise={(path) => t(isOurs ? "newField" : "typed", { path })}
      open={choosing !== null}
      onClose={onClose}
      onChoose={onChoose}
    />
  );
}
