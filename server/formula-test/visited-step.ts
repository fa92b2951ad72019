import type { StepOutcome } from "#server/formula/walk-state.ts";
import type { ExpectedStep } from "./shape.ts";

/** A visit of a step in a run or its replay. */
export type VisitedStep = { path: string; name: string; type: string; outcome: StepOutcome };

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

/** The requests and responses in the output of a step that sends one request; undefined for other steps. */
export function exchangeIn(output: unknown): { request: Fields; response: Fields | undefined } | undefined {
  const { request, response } = fieldsOf(output);
  if (!isFields(request) || typeof request.method !== "string") return undefined;
  return { request, response: isFields(response) ? response : undefined };
}

export const addressIn = ({ uri, url }: Fields): string => String(uri ?? url ?? "");

/** The place of a step in a run; a sub-formula is named in it with its visit. */
export const placeOf = ({ path, step }: ExpectedStep): string =>
  path === "" ? step : `${path.replace(/^\//, "")}/${step}`;

/** A test's expectation of a visit: a request without headers, which contain changing keys and dates. */
export function expectedOf({ path, name, outcome }: VisitedStep): ExpectedStep {
  const { took, output } = outcome;
  const error = "error" in outcome ? outcome.error : undefined;
  const exchange = exchangeIn(output);
  const copied = fieldsOf(output);
  const shown = exchange
    ? {
        method: exchange.request.method,
        address: addressIn(exchange.request),
        query: exchange.request.query,
        body: exchange.request.body,
      }
    : isFields(copied.download)
      ? {
          download: addressIn(fieldsOf(copied.download.request)),
          upload: addressIn(fieldsOf(fieldsOf(copied.upload).request)),
        }
      : output;
  return {
    path,
    step: name,
    took,
    ...(shown !== undefined && { output: plain(shown) }),
    ...(error !== undefined && { error }),
  };
}

/** The value as a file stores it, without what JSON cannot represent. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value) ?? "null");
