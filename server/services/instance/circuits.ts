import type { App } from "#server/context.ts";
import type { ElementPorts, ProviderResponse } from "#server/element/ports.ts";
import { type Circuit, createCircuit, type Outcome } from "#server/element/provider/circuit.ts";
import { Failure } from "#server/errors.ts";
import { retryAfterMs } from "#server/event/retry-wait.ts";
import { pauseFor } from "#server/pause-for.ts";

/**
 * The longest time that a request waits for a provider that requested a pause; for longer pauses the request is
 * refused.
 */
const LONGEST_WAIT_MS = 2000;

type Send = ElementPorts["send"];

/**
 * `send` with a circuit breaker per element instance and origin in this process (E18). Refuses without sending
 * anything, and with Retry-After: tooManyRequests while the provider demands a pause, and unavailable while most
 * requests to it fail.
 */
export function withCircuit({ state }: Pick<App, "state">, elementInstanceId: number, send: Send): Send {
  return async (request, at) => {
    const circuit = circuitOf(state.circuits, `${elementInstanceId} ${at.origins[0]}`);
    const admission = await enter(circuit, at.signal);
    let outcome: Outcome = "unknown";
    try {
      const reply = await send(request, at);
      outcome = outcomeOf(reply);
      return reply;
    } catch (error) {
      if (!at.signal.aborted && isProviders(error)) outcome = "failed";
      throw error;
    } finally {
      circuit.record(performance.now(), outcome, admission);
    }
  };
}

function circuitOf(ours: App["state"]["circuits"], name: string): Circuit {
  const known = ours.get(name);
  if (known) return known;
  const circuit = createCircuit();
  ours.set(name, circuit);
  return circuit;
}

async function enter(circuit: Circuit, signal: AbortSignal): Promise<{ isProbe: boolean }> {
  const first = circuit.admit(performance.now());
  if (first.isAdmitted) return first;
  if (first.why === "failing" || first.waitMs > LONGEST_WAIT_MS) throw refusal(first);
  // A timer may fire slightly early.
  await pauseFor(first.waitMs + 5, signal);
  const second = circuit.admit(performance.now());
  if (second.isAdmitted) return second;
  throw refusal(second);
}

function refusal({ why, waitMs }: { why: "asked" | "failing"; waitMs: number }): Failure {
  const seconds = String(Math.ceil(waitMs / 1000));
  const headers = { "retry-after": seconds };
  return why === "asked"
    ? new Failure(
        "tooManyRequests",
        `The rate limit of the provider is reached. No requests are sent for ${seconds} s.`,
        {
          headers,
        },
      )
    : new Failure(
        "unavailable",
        `Most requests of this element instance to the provider failed. No requests are sent for ${seconds} s.`,
        {
          headers,
        },
      );
}

function outcomeOf({ code, headers }: ProviderResponse): Outcome {
  if (code !== 429 && code < 500) return "well";
  const restMs = code === 429 || code === 503 ? retryAfterMs(headers["retry-after"], new Date()) : 0;
  return restMs > 0 ? { restMs } : "failed";
}

/** Failures caused by the provider, not by the request. A permanent one is about what the provider has sent. */
const isProviders = (error: unknown): boolean =>
  error instanceof Failure && (error.kind === "timedOut" || error.kind === "badGateway") && !error.isPermanent;
