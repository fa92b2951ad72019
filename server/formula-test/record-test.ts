import type { Sent } from "./replay-ports.ts";
import type { Exchange, FormulaTest } from "./shape.ts";
import { addressIn, exchangeIn, expectedOf, fieldsOf, placeOf, type VisitedStep } from "./visited-step.ts";

type Recorded = Pick<FormulaTest, "name" | "trigger" | "config" | "at" | "seed" | "attempt"> & {
  status: FormulaTest["expected"]["status"];
  steps: readonly VisitedStep[];
};

type NewResults = { status: FormulaTest["expected"]["status"]; steps: readonly VisitedStep[]; sent: Sent };

/** A test that expects what a run did, with the responses that the run received. */
export function recordTest({ status, steps, ...test }: Recorded): FormulaTest {
  return {
    ...test,
    exchanges: steps.flatMap(exchangeOf),
    copies: steps.flatMap(copyOf),
    messages: steps.flatMap(messageOf),
    expected: { status, steps: steps.map(expectedOf) },
    ignore: [],
  };
}

/**
 * The test with the values that its replay returned, for steps that led to the same next steps as in the run: the run
 * had other random numbers and a moving clock. Each later replay returns the same values.
 */
export function withReplayed(test: FormulaTest, steps: readonly VisitedStep[]): FormulaTest {
  const replayed = Map.groupBy(steps.map(expectedOf), placeOf);
  const expected = test.expected.steps.map((step) => {
    const same = replayed.get(placeOf(step))?.shift();
    return same?.took === step.took ? same : step;
  });
  return { ...test, expected: { ...test.expected, steps: expected } };
}

/**
 * The test that expects what its replay did, with the responses to what that sent. A step that may return anything may do
 * so further on.
 */
export function withNewResults(test: FormulaTest, { status, steps, sent }: NewResults): FormulaTest {
  const before = Map.groupBy(test.expected.steps, placeOf);
  const expected = steps.map(expectedOf).map((step) => {
    const known = before.get(placeOf(step))?.shift();
    if (!known || known.output !== undefined) return step;
    const { output: _, ...loose } = step;
    return loose;
  });
  return { ...test, ...sent, expected: { status, steps: expected } };
}

function exchangeOf({ name, outcome }: VisitedStep): Exchange[] {
  const exchange = exchangeIn(outcome.output);
  if (!exchange) return [];
  const { request, response } = exchange;
  const error = "error" in outcome ? outcome.error : undefined;
  const { code, headers, body } = response ?? {};
  const retries = Number(request["retry-attempt"] ?? 0);
  return [
    {
      step: name,
      request: { method: String(request.method), address: addressIn(request) },
      ...(response && {
        response: { code: Number(code), headers: fieldsOf(headers) as Record<string, string>, body },
      }),
      ...(error !== undefined && { error }),
      // After a success in the end, nothing is sent again.
      ...(outcome.took === "onFailure" && retries > 0 && { retries }),
    },
  ];
}

/** The message is all that such a step sends: a request without a method. */
function messageOf({ name, outcome }: VisitedStep): FormulaTest["messages"] {
  const { request } = fieldsOf(outcome.output);
  if (typeof fieldsOf(request).queue !== "string") return [];
  const error = "error" in outcome ? outcome.error : undefined;
  return [{ step: name, ...(error !== undefined && { error }) }];
}

function copyOf({ name, outcome }: VisitedStep): FormulaTest["copies"] {
  const { download, upload } = fieldsOf(outcome.output);
  if (download === undefined) return [];
  const error = "error" in outcome ? outcome.error : undefined;
  const responses = { download: fieldsOf(download).response, upload: fieldsOf(upload).response };
  return [{ step: name, ...responses, ...(error !== undefined && { error }) }];
}
