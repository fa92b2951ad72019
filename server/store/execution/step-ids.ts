/**
 * Ids of steps are computed from their execution and number, so that a row needs neither a value of a sequence nor an
 * entry in an index: the key of the table finds it. Ids have 15 digits at most, as the API accepts them.
 */
const FIRST_COMPUTED = 2 ** 48;
const STEPS = 4096;
const EXECUTIONS = 2 ** 37;

/**
 * The id of a new row as SQL. Later steps of a long run, and executions beyond all that have an id to come, have ids of
 * the sequence. So have all while `isComputed` is not true.
 */
export const newStepId = (of: { executionId: string; seq: string }, isComputed: string): string =>
  `case when ${isComputed} and ${of.seq} < ${STEPS} and ${of.executionId} < ${EXECUTIONS}
    then ${FIRST_COMPUTED} + ${of.executionId} * ${STEPS} + ${of.seq} else nextval('step_execution_id_seq') end`;

/** How the step `s` with an id is found. `execution` is the id of its execution, as SQL. */
type StepLookup = { condition: string; execution: string; values: number[] };

/** The lookup of a step by its id, with values of which `$first` is the first. */
export function hasStepId(id: number, first: number): StepLookup {
  // A constant, as in the index of the ids of the sequence.
  if (id < FIRST_COMPUTED)
    return {
      condition: `s.id = $${first} and s.id < ${FIRST_COMPUTED}`,
      execution: "s.execution_id",
      values: [id],
    };
  const place = id - FIRST_COMPUTED;
  return {
    condition: `s.id = $${first} and s.execution_id = $${first + 1} and s.seq = $${first + 2}`,
    execution: `$${first + 1}::bigint`,
    values: [id, Math.floor(place / STEPS), place % STEPS],
  };
}
