import { useTranslations } from "next-intl";
import { useFormat } from "./use-format.ts";

export type ChartRow = { label: string; values: readonly number[] };
export type Series = { label: string; color: keyof typeof COLORS };

const COLORS = {
  success: { fill: "fill-success", dot: "bg-success" },
  failure: {
    fill: "fill-failure forced-colors:fill-[SelectedItem]",
    dot: "bg-failure forced-colors:bg-[SelectedItem]",
  },
  waiting: { fill: "fill-waiting forced-colors:fill-[GrayText]", dot: "bg-waiting forced-colors:bg-[GrayText]" },
  accent: { fill: "fill-accent", dot: "bg-accent" },
} as const;

const [WIDTH, HEIGHT, GAP] = [600, 160, 0.25];

type Props = { title: string; series: readonly Series[]; rows: readonly ChartRow[]; isSum: boolean };

/** Stacked bars from left to right. Screen readers get a summary; the numbers are in the table beside it. */
export function BarChart({ title, series, rows, isSum }: Props) {
  const t = useTranslations("ui.chart");
  const { number } = useFormat();
  const sums = rows.map(({ values }) => values.reduce((sum, value) => sum + value, 0));
  const most = Math.max(1, ...sums);
  const total = sums.reduce((sum, value) => sum + value, 0);
  const step = WIDTH / Math.max(rows.length, 1);
  const [first, last] = [rows[0], rows.at(-1)];
  return (
    <figure className="min-w-0">
      <div className="flex gap-2">
        <div aria-hidden="true" className="flex flex-col justify-between text-muted text-xs tabular-nums">
          <span>{number(most)}</span>
          <span>{number(0)}</span>
        </div>
        <svg
          role="img"
          aria-label={isSum ? t("summary", { name: title, total: number(total), most: number(most) }) : title}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="h-40 min-w-0 flex-1 border-line border-b border-l"
        >
          {rows.map(({ label, values }, column) => {
            let top = HEIGHT;
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its position
              <g key={column}>
                <title>{`${label}: ${values.map((value, index) => `${series[index]?.label} ${number(value)}`).join(", ")}`}</title>
                {values.map((value, index) => {
                  const height = (value / most) * (HEIGHT - 4);
                  top -= height;
                  return (
                    <rect
                      key={series[index]?.label}
                      x={column * step + (step * GAP) / 2}
                      y={top}
                      width={step * (1 - GAP)}
                      height={height}
                      className={COLORS[series[index]?.color ?? "accent"].fill}
                    />
                  );
                })}
              </g>
            );
          })}
        </svg>
      </div>
      <div aria-hidden="true" className="mt-1 flex justify-between gap-4 pl-6 text-muted text-xs">
        <span className="max-w-[45%] truncate">{first?.label}</span>
        {rows.length > 1 && <span className="max-w-[45%] truncate">{last?.label}</span>}
      </div>
      {series.length > 1 && (
        <figcaption className="mt-2 flex flex-wrap gap-4 text-sm">
          {series.map(({ label, color }) => (
            <span key={label} className="flex items-center gap-1.5">
              <span aria-hidden="true" className={`size-2.5 rounded-sm ${COLORS[color].dot}`} />
              {label}
            </span>
          ))}
        </figcaption>
      )}
    </figure>
  );
}
