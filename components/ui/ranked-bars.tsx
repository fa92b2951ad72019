import type { ChartRow } from "./bar-chart.tsx";
import { useFormat } from "./use-format.ts";

/** One line for each row: its name, a bar and its number. */
export function RankedBars({ label, rows }: { label: string; rows: readonly ChartRow[] }) {
  const { number } = useFormat();
  const most = Math.max(1, ...rows.map(({ values: [value = 0] }) => value));
  return (
    <ul aria-label={label} className="grid grid-cols-[minmax(0,1fr)] gap-2 text-sm">
      {rows.map(({ label: name, values: [value = 0] }) => (
        <li key={name} className="grid grid-cols-[minmax(0,9rem)_minmax(0,1fr)_auto] items-center gap-3">
          <span translate="no" className="truncate">
            {name}
          </span>
          <span aria-hidden="true" className="h-3 rounded-sm bg-accent" style={{ width: `${(value / most) * 100}%` }} />
          <span className="text-muted tabular-nums">{number(value)}</span>
        </li>
      ))}
    </ul>
  );
}
