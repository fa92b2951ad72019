type Ended = { createdAt: Date; updatedAt: Date; lastStepEnd: Date | null };

/**
 * The duration of an ended run, in every list and on every page: until its end or its last step's, whichever is later.
 */
export const durationOf = ({ createdAt, updatedAt, lastStepEnd }: Ended): number =>
  Math.max(0, Math.max(updatedAt.getTime(), lastStepEnd?.getTime() ?? 0) - createdAt.getTime());
