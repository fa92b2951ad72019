import type { Info } from "#server/formula/context.ts";
import { namedValues } from "#server/formula/context.ts";
import type { Plan } from "#server/formula/plan.ts";
import { run, type World } from "#server/formula/run.ts";
import { replayPorts, type Sent, type Unrecorded } from "./replay-ports.ts";
import type { FormulaTest } from "./shape.ts";
import type { VisitedStep } from "./visited-step.ts";

type Around = Pick<World, "loadPlan" | "limits" | "signal"> & {
  sandbox: World["ports"]["sandbox"];
  info: Info;
  /** The run itself is being recorded: a request that it sent to another address has that of the replay from then on. */
  isRecording?: boolean | undefined;
};

/** The result of replaying a test. */
export type Replayed = { status: "success" | "failed" | "retry"; steps: VisitedStep[]; unrecorded: Unrecorded[] };

/** The test with the element instances of its requests in the replay, and what of it the replay sent. */
type Completed = Pick<FormulaTest, "exchanges" | "copies"> & { sent: Sent };

/**
 * Runs a formula with the input and the responses of a test: the same engine and sandbox, without anything outside. It
 * does the same each time, for scripts have the time of the test and random numbers from its seed.
 */
export async function replayTest(
  plan: Plan,
  test: FormulaTest,
  { sandbox, info, isRecording = false, ...around }: Around,
): Promise<Replayed & Completed> {
  const { ports, unrecorded, settle, sent, ...completed } = replayPorts(test, sandbox, { isRecording });
  const steps: VisitedStep[] = [];
  const { status } = await run(
    plan,
    {
      trigger: structuredClone(test.trigger),
      config: namedValues(structuredClone(test.config)),
      info,
      attempt: test.attempt,
    },
    {
      ...around,
      ports,
      journal: {
        recall: () => undefined,
        write({ path, name, type, outcome }) {
          settle();
          // Records without a name store the revision of a sub-formula.
          if (name !== "") steps.push({ path, name, type, outcome: structuredClone(outcome) });
        },
        flushNow: () => {},
        settled: async () => {},
      },
      idempotencyKey: (visit) => visit,
      repeatable: { at: Date.parse(test.at), seed: String(test.seed) },
    },
  );
  return { status, steps, unrecorded, sent: sent(), ...completed };
}
