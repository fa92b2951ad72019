import type { RouterInputs } from "../../api/trpc.ts";
import type { ElementDraft } from "../model/element-draft.ts";
import { testedOperations } from "../model/tested-operations.ts";
import type { TestedRequest } from "../model/tested-request.ts";

type Given = RouterInputs["builder"]["tryHook"];
/** The sample for a hook: a request, and the response of the provider to it. */
export type HookSample = Pick<Given, "request" | "response">;

/**
 * The last test request as a sample; undefined if it was of another resource than the one at `resource` (null for hooks
 * of the element), or no response came.
 */
export function sampleOfTest(tested: TestedRequest | null, resource: number | null): HookSample | undefined {
  if (!tested || (resource !== null && tested.at !== resource)) return undefined;
  const response = tested.trial.exchanges[0]?.response;
  return response ? { request: tested.request, response: { ...response, body: response.body } } : undefined;
}

/** A request of the resource, or for hooks of the element of its first resource, with an empty response. */
export function emptySample(draft: ElementDraft, resource: number | null): HookSample | undefined {
  const operation = testedOperations(draft).find(({ at }) => resource === null || at === resource);
  if (!operation) return undefined;
  const { method, path, inputs, takesBody } = operation;
  const query = Object.fromEntries(inputs.filter(({ place }) => place === "query").map(({ name }) => [name, ""]));
  return {
    request: { method, path: path.replaceAll(/\{[^{}/]+\}/g, "1"), query, headers: {}, ...(takesBody && { body: {} }) },
    response: { status: 200, headers: {}, body: {} },
  };
}
