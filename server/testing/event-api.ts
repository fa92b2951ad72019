import { afterAll, beforeAll, expect } from "vitest";
import { anElement } from "./elements.ts";
import { aRunningApi, type RunningApi } from "./running.ts";

type RequestOptions = Parameters<RunningApi["fetch"]>[1];

/** The parts of an element with an event hook. */
export const withHook = (body: string) => ({ hooks: [{ type: "event", body, isLegacy: false }] });

/** The parts of an element whose hook reads `changes`, each from `change`. */
export const HOOK = withHook(`done({ events: events.changes.map(({ kind, type, id, delivery }) =>
  ({ event_type: kind, event_object_type: type, event_object_id: id, event_id: delivery, event_date: "2026-01-02T03:04:05+01:00" })) });`);

export const change = (id: string, more: object = {}) => ({ kind: "UPDATED", type: "contacts", id, ...more });

/** The API for tests of events, with what they do with it; it is open while the tests of the file run. */
export function anEventApi() {
  let api: RunningApi;
  beforeAll(async () => {
    // Few runs per object, so that a loop reaches the limit soon, on a busy machine, too.
    api = await aRunningApi({ env: { EVENT_RUNS_PER_OBJECT: "20" } });
  });
  afterAll(() => api.close());

  const callApi: RunningApi["fetch"] = (path, request = {}) => api.fetch(path, { as: api.as, ...request });

  async function post(path: string, body: unknown) {
    const reply = await callApi(path, { method: "POST", body });
    if (reply.status !== 200) throw new Error(reply.text);
    return reply.body;
  }

  /** A new element and an instance of it that accepts events. */
  async function aConnection(element: Record<string, unknown> = {}, configuration: Record<string, string> = {}) {
    const { key } = await post("/elements", anElement(element));
    const given = { "event.notification.enabled": "true", ...configuration };
    const { id, token } = await post(`/elements/${key}/instances`, { name: `of ${key}`, configuration: given });
    return { key: key as string, id: id as number, token: token as string };
  }

  /** Sends a webhook without credentials, like a provider. */
  const webhook = (path: string, body?: unknown, request: RequestOptions = {}) =>
    api.fetch(`/events/${path}`, { method: "POST", ...(body !== undefined && { body }), ...request });

  /** A formula instance that the events of an element instance start. */
  const listener = (elementInstanceId: number, more: object = {}) =>
    api.aRunnable(
      {
        name: "Listens",
        configuration: [{ key: "crm", type: "elementInstance", required: true }],
        triggers: [{ type: "event", properties: { elementInstanceId: "${config.crm}" }, onSuccess: ["tell"] }],
        steps: [{ name: "tell", type: "script", properties: { body: "done({ trigger });" } }],
        ...more,
      },
      { configuration: { crm: String(elementInstanceId) } },
    );

  const executionsOf = async (formulaInstanceId: number) =>
    (await callApi(`/formulas/instances/${formulaInstanceId}/executions`)).body as { id: number; status: string }[];

  /** Waits until so many executions have succeeded, and no other has begun. */
  const ended = (formulaInstanceId: number, count: number) =>
    expect
      .poll(async () => (await executionsOf(formulaInstanceId)).map(({ status }) => status))
      .toEqual(Array.from({ length: count }, () => "success"));

  const readEvent = async (instanceId: number, eventId: string) =>
    (await callApi(`/instances/${instanceId}/events/${eventId}`)).body;

  return {
    get api() {
      return api;
    },
    ...{ callApi, post, aConnection, webhook, listener, executionsOf, ended, readEvent },
  };
}
