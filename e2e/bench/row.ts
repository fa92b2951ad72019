import { cpuText, type Parts } from "./parts.ts";

/** The result of a workload, beside the bare floor in the same run. */
export type Row = {
  name: string;
  perSecond: number;
  floorPerSecond: number;
  p50?: number;
  p99?: number;
  failed?: number;
  /** Processor time for each unit of work. */
  cpu?: Parts;
  /** Other figures, a line each. */
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
