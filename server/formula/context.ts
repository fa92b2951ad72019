/** The values that expressions and scripts can use (spec §2.3). They are plain JSON. */
export type Context = {
  trigger: Record<string, unknown>;
  /** The outputs of the steps that ran, each from its latest run. */
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

export const INFO_NAMES: readonly (keyof Info)[] = [
  "formulaId",
  "formulaName",
  "formulaInstanceId",
  "formulaInstanceName",
  "formulaExecutionId",
];

/** A record without prototype, since its keys are names that people choose. */
export const namedValues = <T>(entries: Record<string, T> = {}): Record<string, T> =>
  Object.assign(Object.create(null), entries);
