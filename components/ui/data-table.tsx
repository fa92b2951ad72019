import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Card } from "./page.tsx";

type Props = {
  caption: string;
  columns: readonly { label: string; isNumber?: boolean }[];
  rows: readonly { key: string | number; cells: readonly ReactNode[] }[];
};

/** A table of short values; a narrow screen scrolls it. The first cell of a row is its heading. */
export function DataTable({ caption, columns, rows }: Props) {
  const t = useTranslations("ui");
  return (
    <Card className="overflow-hidden">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must be able to get there */}
      <section aria-label={t("table", { name: caption })} tabIndex={0} className="overflow-x-auto">
        <table className="w-full text-left text-sm">
          <caption className="sr-only">{caption}</caption>
          <thead className="bg-code text-muted text-xs">
            <tr>
              {columns.map(({ label, isNumber }) => (
                <th
                  key={label}
                  scope="col"
                  className={`whitespace-nowrap px-4 py-2 font-medium ${isNumber ? "text-right" : ""}`}
                >
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows.map(({ key, cells: [head, ...cells] }) => (
              <tr key={key}>
                <th scope="row" className="max-w-80 truncate px-4 py-2 font-medium">
                  {head}
                </th>
                {cells.map((cell, index) => (
                  <td
                    // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a table do not change
                    key={index}
                    className={`max-w-80 truncate px-4 py-2 ${columns[index + 1]?.isNumber ? "text-right tabular-nums" : ""}`}
                  >
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Card>
  );
}
