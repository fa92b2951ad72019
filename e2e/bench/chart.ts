import type { Entry } from "./history.ts";
import { NAMES, type Parts } from "./parts.ts";

const [WIDTH, HEIGHT, MARGIN, LABELS] = [1440, 620, 60, 200];
const COLORS = ["#1d4ed8", "#b45309", "#047857", "#7c3aed", "#be185d", "#0e7490", "#4d7c0f", "#b91c1c"];
const PARTS: [part: keyof Parts, color: string][] = [
  ["web", "#1d4ed8"],
  ["worker", "#7dd3fc"],
  ["sandboxes", "#f59e0b"],
  ["postgres", "#047857"],
];

/**
 * A page that draws the history of the benchmark: on the left the ratio of each workload to the bare floor over the
 * runs, on the right the processor time of the newest run by part.
 */
export function chart(entries: readonly Entry[]): string {
  const newest = entries.at(-1);
  if (!newest) throw new Error("There is no run to draw: npm run bench.");
  return `<!doctype html><html lang="en"><title>History of the benchmark</title>
<style>body { margin: 0; font: 15px Inter, system-ui, sans-serif; color: #0f172a; background: #fff }</style>
<svg width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
<g>${ratios(entries, WIDTH / 2)}</g>
<g transform="translate(${WIDTH / 2} 0)">${processorTime(newest, WIDTH / 2)}</g>
</svg></html>`;
}

function ratios(entries: readonly Entry[], width: number): string {
  const names = Object.keys(entries.at(-1)?.rows ?? {});
  const most = Math.max(0.1, ...entries.flatMap(({ rows }) => Object.values(rows).map(({ ratio }) => ratio)));
  const top = Math.ceil(most * 10) / 10;
  const x = (at: number) =>
    MARGIN + (entries.length === 1 ? 0.5 : at / (entries.length - 1)) * (width - MARGIN - LABELS - 20);
  const y = (ratio: number) => HEIGHT - MARGIN - (ratio / top) * (HEIGHT - 2 * MARGIN);
  const ticks = Array.from({ length: Math.round(top * 10) + 1 }, (_, n) => n / 10);
  const lines = ticks.map(
    (ratio) => `<line x1="${MARGIN}" x2="${width - LABELS}" y1="${y(ratio)}" y2="${y(ratio)}" stroke="#e2e8f0"/>
<text x="${MARGIN - 10}" y="${y(ratio) + 5}" text-anchor="end" fill="#475569">${ratio.toFixed(1)}</text>`,
  );
  const labels = apart(names.map((name) => y(entries.at(-1)?.rows[name]?.ratio ?? 0)));
  const rows = names.map((name, index) => {
    const color = COLORS[index % COLORS.length];
    const points = entries.flatMap(({ rows }, at) => (rows[name] ? [[x(at), y(rows[name].ratio)] as const] : []));
    const dots = points.map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="4" fill="${color}"/>`).join("");
    return `<polyline points="${points.map((point) => point.join()).join(" ")}" fill="none" stroke="${color}" stroke-width="2"/>${dots}
<text x="${width - LABELS + 8}" y="${(labels[index] ?? 0) + 5}" fill="${color}">${name}</text>`;
  });
  const days = entries.map(
    ({ at, commit }, index) =>
      `<text x="${x(index)}" y="${HEIGHT - 34}" text-anchor="middle" fill="#475569">${at.slice(5, 10)}</text>
<text x="${x(index)}" y="${HEIGHT - 15}" text-anchor="middle" fill="#475569" font-size="12">${commit}</text>`,
  );
  const shown = days.filter((_, index) => index % Math.ceil(days.length / 8) === 0);
  return `${title("Ratio to the bare floor", MARGIN)}${lines.join("")}${rows.join("")}${shown.join("")}`;
}

function processorTime({ rows }: Entry, width: number): string {
  const measured = Object.entries(rows).flatMap(([name, { cpu }]) => (cpu ? [{ name, cpu }] : []));
  const total = (cpu: Parts) => PARTS.reduce((sum, [part]) => sum + cpu[part], 0);
  // A loop of a thousand objects takes a hundred times as long as the others.
  const shown = measured.filter(({ cpu }) => total(cpu) < 10);
  const scale = (width - LABELS - 2 * MARGIN) / Math.max(...shown.map(({ cpu }) => total(cpu)));
  const step = (HEIGHT - 2 * MARGIN - 30) / shown.length;
  const bars = shown.map(({ name, cpu }, index) => {
    let from = LABELS;
    const [at, height] = [MARGIN + 30 + index * step, Math.min(36, step * 0.6)];
    const parts = PARTS.map(([part, color]) => {
      const bar = `<rect x="${from}" y="${at}" width="${cpu[part] * scale}" height="${height}" fill="${color}"/>`;
      from += cpu[part] * scale;
      return bar;
    });
    const middle = at + height / 2 + 5;
    return `<text x="${LABELS - 12}" y="${middle}" text-anchor="end">${name}</text>${parts.join("")}
<text x="${from + 8}" y="${middle}" fill="#475569">${total(cpu).toFixed(2)}</text>`;
  });
  const legend = PARTS.map(
    ([part, color], index) => `<rect x="${LABELS + index * 120}" y="56" width="14" height="14" fill="${color}"/>
<text x="${LABELS + 20 + index * 120}" y="68" fill="#475569">${NAMES[part]}</text>`,
  );
  return `${title("Processor time each, in milliseconds", LABELS)}${legend.join("")}${bars.join("")}`;
}

const title = (text: string, x: number) => `<text x="${x}" y="34" font-size="19" font-weight="600">${text}</text>`;

/** Moves labels down until none covers another. */
function apart(wanted: readonly number[]): number[] {
  const placed = [...wanted];
  const order = placed.map((_, index) => index).toSorted((one, other) => (wanted[one] ?? 0) - (wanted[other] ?? 0));
  for (const [at, index] of order.entries()) {
    const above = at === 0 ? -Infinity : (placed[order[at - 1] ?? 0] ?? 0);
    placed[index] = Math.max(placed[index] ?? 0, above + 20);
  }
  return placed;
}
