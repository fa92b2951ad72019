/** The values that expressions and scripts can use (spec §2.3). They are plain JSON. */
export type Context = {
  trigger: Record<string, unknown>;
  /** Outputs of the steps that ran, the latest run of each. */
  steps: Record<string, unknown>;
  config: Record<string, unknown>;
  info: Info;
};

/** Formula metadata, numbers. */
export type Info = {
  formulaId: number;
  formulaName: string;
  formulaInstanceId: number;
  formulaInstanceName: string;
  formulaExecutionId: number;
};

/** An empty record whose keys are names that people chose: no prototype to reach or to pollute. */
export const namedValues = <T>(entries: Record<string, T> = {}): Record<string, T> =>
  Object.assign(Object.create(null), entries);
