import type { Exchange, FormulaTest } from "./shape.ts";
import { addressIn, exchangeIn, expectedOf, fieldsOf, type VisitedStep } from "./visited-step.ts";

type Recorded = Pick<FormulaTest, "name" | "trigger" | "config" | "at"> & {
  status: FormulaTest["expected"]["status"];
  steps: readonly VisitedStep[];
};

/** A test of what a run did, with the responses that it got. */
export function recordTest({ status, steps, ...test }: Recorded): FormulaTest {
  return {
    ...test,
    exchanges: steps.flatMap(exchangeOf),
    copies: steps.flatMap(copyOf),
    expected: { status, steps: steps.map(expectedOf) },
    ignore: [],
  };
}

function exchangeOf({ name, outcome }: VisitedStep): Exchange[] {
  const exchange = exchangeIn(outcome.output);
  if (!exchange) return [];
  const { request, response } = exchange;
  const error = "error" in outcome ? outcome.error : undefined;
  const { code, headers, body } = response ?? {};
  return [
    {
      step: name,
      request: { method: String(request.method), address: addressIn(request) },
      ...(response && {
        response: { code: Number(code), headers: fieldsOf(headers) as Record<string, string>, body },
      }),
      ...(error !== undefined && { error }),
    },
  ];
}

function copyOf({ name, outcome }: VisitedStep): FormulaTest["copies"] {
  const { download, upload } = fieldsOf(outcome.output);
  if (download === undefined) return [];
  const error = "error" in outcome ? outcome.error : undefined;
  const responses = { download: fieldsOf(download).response, upload: fieldsOf(upload).response };
  return [{ step: name, ...responses, ...(error !== undefined && { error }) }];
}
