"use client";

import { useQuery } from "@tanstack/react-query";
import { TRIGGER_TYPES } from "#server/formula/triggers/registry.ts";
import { resolveTriggerProperty } from "#server/formula/variable-names.ts";
import { useTRPC } from "../../api/trpc.ts";
import { useDesign, useDraft } from "../model/design.ts";
import { payloadOf } from "./test-data.ts";

/** A received event, with the trigger payload that it would have. */
export type RecentEvent = { id: string; description: string; at: string; payload: unknown };

/**
 * The latest events of the connection that an event trigger listens to, from the first active instance of the formula;
 * undefined without such an instance.
 */
export function useLastEvents(): RecentEvent[] | undefined {
  const trpc = useTRPC();
  const formulaId = useDesign((design) => design.formulaId);
  const { triggers, configuration: variables } = useDraft();
  const trigger = triggers.find(({ type }) => TRIGGER_TYPES[type].source === "events");
  const instance = useQuery({
    ...trpc.formulaInstance.newestActive.queryOptions({ formulaId: formulaId ?? 0 }),
    enabled: formulaId !== null && trigger !== undefined,
  });
  const configuration = instance.data?.configuration ?? {};
  const named = String(resolveTriggerProperty(trigger?.properties.elementInstanceId, configuration, variables) ?? "");
  const isNamed = /^\d{1,9}$/.test(named);
  const { data } = useQuery({
    ...trpc.connection.events.queryOptions({ elementInstanceId: Number(named) }),
    enabled: isNamed,
  });
  if (!isNamed || !trigger) return undefined;
  return data?.map(({ eventId, eventDate, object }) => ({
    id: `${eventId}:${object.objectId}`,
    description: `${object.eventType} ${object.objectType} ${object.objectId}`,
    at: eventDate,
    payload: payloadOf(trigger.type, { instanceId: Number(named), event: { ...object, eventId } }),
  }));
}
