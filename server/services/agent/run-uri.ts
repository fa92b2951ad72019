const RUNS = "formulary://runs/";

/** The address of a run among the resources for agents. */
export const runUri = (executionId: number | string): string => `${RUNS}${executionId}`;

/** The id of the run in such an address. */
export function runIn(uri: string): number | undefined {
  const id = uri.startsWith(RUNS) ? uri.slice(RUNS.length) : "";
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined;
}
