"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { LevelBadge } from "../level-badge.tsx";
import { AddField } from "./add-field.tsx";
import { DirectionSelect, TypeSelect } from "./field-selects.tsx";
import { changeField, disconnect, type Row } from "./model/draft.ts";
import { useMapping } from "./model/mapping.tsx";

const CELL_INPUT =
  "min-h-9 w-full min-w-28 rounded-md border border-transparent bg-transparent px-2 text-sm hover:border-edge focus:border-edge";

/** The mapping as a table, in which every cell can be changed. */
export function MappingTable() {
  const t = useTranslations("common-resources.table");
  const lines = useTranslations("common-resources.lines");
  const { rows, provider } = useMapping();
  const id = useId();
  const columns = ["ours", "type", "provider", "direction", "level", "details"] as const;
  return (
    <div className="grid gap-3">
      <section
        aria-label={t("title")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways on small screens
        tabIndex={0}
        className="overflow-x-auto rounded-2xl border border-line bg-surface"
      >
        <table className="w-full text-left text-sm">
          <caption className="sr-only">{t("title")}</caption>
          <thead>
            <tr className="border-line border-b text-muted">
              {columns.map((column) => (
                <th key={column} scope="col" className="whitespace-nowrap px-3 py-2 font-medium">
                  {t(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows.map((row) => (
              <TableRow key={row.path} row={row} paths={id} />
            ))}
          </tbody>
        </table>
        {rows.length === 0 && <p className="p-3 text-muted text-sm">{lines("noOurs")}</p>}
      </section>
      <datalist id={id}>
        {provider.map(({ path }) => (
          <option key={path} value={path} />
        ))}
      </datalist>
      <AddField />
    </div>
  );
}

function TableRow({ row, paths }: { row: Row; paths: string }) {
  const t = useTranslations("common-resources.table");
  const lines = useTranslations("common-resources.lines");
  const { draft, provider, change, selected, select, conflicts } = useMapping();
  const { path, type, field, state, level } = row;
  const conflict = conflicts.get(path);

  function write(vendorPath: string) {
    if (vendorPath === "" && state === "own") return change(disconnect(draft, path), "", `vendorPath ${path}`);
    const vendorType = provider.find((one) => one.path === vendorPath)?.type;
    change(changeField(draft, row, { vendorPath, ...(vendorType && { vendorType }) }), "", `vendorPath ${path}`);
  }

  return (
    <tr className={selected?.path === path ? "bg-tint" : ""}>
      <th scope="row" className="max-w-48 truncate px-3 py-1.5 font-mono font-normal">
        <span className={state === "removed" ? "line-through" : ""}>{path}</span>
        {conflict && (
          <span className="block truncate font-sans text-failure text-xs">
            {lines("conflict", { other: conflict.path === path ? conflict.other : conflict.path })}
          </span>
        )}
      </th>
      <td className="px-1">
        <TypeSelect
          label={t("typeOf", { path })}
          value={type}
          onChange={(next) => change(changeField(draft, row, { type: next }))}
          className={CELL_INPUT}
        />
      </td>
      <td className="px-1">
        <input
          list={paths}
          aria-label={t("providerOf", { path })}
          value={field?.vendorPath ?? ""}
          placeholder={lines(state === "removed" ? "removed" : "unmapped")}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => write(target.value)}
          className={`${CELL_INPUT} min-w-48 font-mono`}
        />
      </td>
      <td className="px-1">
        <DirectionSelect label={t("directionOf", { path })} row={row} className={CELL_INPUT} />
      </td>
      <td className="whitespace-nowrap px-3">{level && <LevelBadge level={level} />}</td>
      <td className="px-3">
        <button
          type="button"
          aria-pressed={selected?.path === path}
          aria-label={lines("details", { path })}
          onClick={() => select(selected?.path === path ? null : path)}
          className="min-h-9 whitespace-nowrap rounded-md px-2 text-accent hover:underline"
        >
          {t("details")}
        </button>
      </td>
    </tr>
  );
}
