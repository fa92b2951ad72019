import { isRecord } from "#server/element/bare-record.ts";
import { Failure } from "#server/errors.ts";
import { startExecutions } from "../execution/start-executions.ts";
import { type ToolResult, type ToolSource, toolName } from "./agent-tool.ts";
import { runUri } from "./run-uri.ts";

/** Clients of agents time out after a minute. */
const WAIT_MS = 45_000;

/** A formula instance is one tool, which runs it. */
export const formulaTools: ToolSource = {
  letter: "f",
  idOf: ({ formulaInstanceId }) => formulaInstanceId,
  subjectOf: (formulaInstanceId) => ({ formulaInstanceId }),

  async toolsOf(ctx, { formulaInstanceId, formulaInstance }) {
    if (formulaInstanceId === null || !formulaInstance) return [];
    const { name, formula } = formulaInstance;
    return [
      {
        name: toolName(`run_${formula.name}`, "f", formulaInstanceId, new Set()),
        title: `Run ${formula.name} · ${name}`,
        description: `Runs the formula “${formula.name}” with the values of its instance “${name}”, waits for its end and returns the result.`,
        properties: {
          input: { type: "object", description: "The data of the trigger, which the steps read as ${trigger…}." },
        },
        required: [],
        change: { summary: `run the formula “${formula.name}” (${name})`, isDestructive: true, isIdempotent: false },
        run: async ({ input }) => {
          const payload = input ?? {};
          if (!isRecord(payload)) throw new Failure("badRequest", "input: must be an object.");
          const started = await startExecutions(ctx, {
            ...{ formulaInstanceId, payload, waitMs: WAIT_MS },
            idempotencyKey: undefined,
          });
          return { texts: started.map(wordsOf), isError: started.some(({ status }) => status === "failed") };
        },
      },
    ];
  },
};

type Started = Awaited<ReturnType<typeof startExecutions>>[number];

const wordsOf = ({ id, status, ...rest }: Started): ToolResult["texts"][number] =>
  JSON.stringify({
    executionId: id,
    status,
    ...("result" in rest && { result: rest.result }),
    ...("error" in rest && { error: rest.error }),
    details: runUri(id),
  });
