import { cpuText, type Parts } from "./parts.ts";

/** What a workload of the product reached, beside the bare floor in the same run. */
export type Row = {
  name: string;
  perSecond: number;
  floorPerSecond: number;
  p50?: number;
  p99?: number;
  failed?: number;
  /** Processor time for each unit of work. */
  cpu?: Parts;
  /** What else it measured, a line each. */
  notes?: string[];
};

export const ratioOf = ({ perSecond, floorPerSecond }: Row): number => perSecond / floorPerSecond;

export function print(row: Row): void {
  const { name, perSecond, floorPerSecond, p50, p99, failed, cpu, notes = [] } = row;
  const rate = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)}/s`;
  const latency = p50 === undefined ? "" : `, p50 ${p50} ms, p99 ${p99} ms`;
  const failures = failed ? `, ${failed} FAILED` : "";
  const lines = [
    `${name}  ${rate(perSecond)}${latency}${failures}   bare ${rate(floorPerSecond)}   ratio ${ratioOf(row).toFixed(2)}`,
    ...(cpu ? [cpuText(cpu)] : []),
    ...notes,
  ];
  console.log(lines.join("\n    "));
}
