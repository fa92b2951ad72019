import type { ElementPlan, PlannedResource } from "../planned.ts";
import type { ProviderResponse } from "../ports.ts";

/** A request to the element and its result. */
export type ProofRequest = { method: string; path: string; query?: Record<string, string> };
export type ProofResponse = {
  status: number;
  headers: Record<string, string>;
  body: unknown;
  /** Requests that the element made for it, including those with a replaced response. */
  exchanges: number;
  /** The number of refreshes of its grant. */
  refreshes: number;
};

/**
 * The actions of a proof. `instead` precedes the provider: it may replace the response to the first request of the
 * element, or change it, for providers that cannot be made to misbehave.
 */
export type ProofPorts = {
  request: (sent: ProofRequest, instead?: FirstResponse) => Promise<ProofResponse>;
};

export type FirstResponse =
  | { replacedBy: ProviderResponse }
  | { changedBy: (response: ProviderResponse) => ProviderResponse };

export type Verdict = { outcome: "passed" | "failed" | "skipped"; detail: string };

/** One promise that an element must keep with a real connection. Adding one is one file and a row in the registry. */
export type Proof = {
  proof: string;
  title: string;
  /** Whether the promise concerns a resource of the element. */
  applies: (plan: ElementPlan, resource: PlannedResource) => boolean;
  run: (ports: ProofPorts, resource: PlannedResource) => Promise<Verdict>;
};

export const passed = (detail: string): Verdict => ({ outcome: "passed", detail });
export const failed = (detail: string): Verdict => ({ outcome: "failed", detail });
export const skipped = (detail: string): Verdict => ({ outcome: "skipped", detail });

/** Why a response is no success, for people. */
export const refusalIn = ({ status, body }: ProofResponse): string => {
  const message = typeof body === "object" && body !== null && "message" in body ? `: ${String(body.message)}` : "";
  return `The response was ${status}${message}.`;
};
