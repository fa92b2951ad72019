import type { Draft, DraftTrigger } from "./draft.ts";
import { stepsBefore } from "./graph.ts";
import type { Fixtures } from "./one-step.ts";
import { whereUsed } from "./where-used.ts";

/** What a formula can be tried with before anything is known of what will start it. */
export const sampleOf = (type: DraftTrigger["type"]): unknown => SAMPLES[type];

const SAMPLES: Record<DraftTrigger["type"], unknown> = {
  manual: {},
  scheduled: {},
  event: eventPayload(1, {
    objectId: "1",
    objectType: "contacts",
    eventType: "UPDATED",
    elementKey: "demo",
    date: "2026-01-01T00:00:00Z",
  }),
  elementRequest: {
    request: { method: "GET", path: "/contacts", headers: {}, query: {}, body: "" },
    response: { code: 200, headers: {}, body: {} },
  },
};

/** The message by which an event starts a formula by hand. */
export function eventPayload(instanceId: unknown, event: unknown) {
  return { message: { instance_id: instanceId, events: [event] } };
}

/** What a formula is started with by hand, so that it begins as in the run whose recorded trigger this is. */
export function payloadOf(type: DraftTrigger["type"], recorded: Record<string, unknown>): unknown {
  if (type === "manual") return recorded.args ?? {};
  if (type !== "event" || recorded.event === undefined) return recorded;
  return eventPayload(recorded.instanceId, recorded.event);
}

/** What the steps before handed on in a run, of those that a step speaks of; nothing where they did not run. */
export function fixturesOf(draft: Draft, name: string, handedOn: Readonly<Record<string, unknown>>): Fixtures {
  const spokenOf = [...stepsBefore(draft, name)].filter(
    (other) => other !== name && whereUsed(draft, "steps", other).some((ref) => "step" in ref && ref.step === name),
  );
  return Object.fromEntries(
    spokenOf.map((other) => [other, Object.hasOwn(handedOn, other) ? (handedOn[other] ?? {}) : {}]),
  );
}
