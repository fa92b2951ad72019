"use client";

import { useQuery } from "@tanstack/react-query";
import { changeFilterOf, passesFilter } from "#server/formula/triggers/event.ts";
import { TRIGGER_TYPES } from "#server/formula/triggers/registry.ts";
import { resolveTriggerProperty } from "#server/formula/variable-names.ts";
import { useTRPC } from "../../api/trpc.ts";
import { useDesign, useDraft } from "./design.ts";
import { useTestAccount } from "./test-account.ts";

/** A received event, with the trigger payload that it would have. */
export type RecentEvent = { id: string; description: string; at: string; payload: unknown };

/**
 * The latest events that would start the draft: those of the connection that tests use, or else that of the formula's
 * first active instance. Undefined without such a connection.
 */
export function useLastEvents(): RecentEvent[] | undefined {
  const trpc = useTRPC();
  const formulaId = useDesign((design) => design.formulaId);
  const { triggers, configuration: variables } = useDraft();
  const trigger = triggers.find(({ type }) => TRIGGER_TYPES[type].source === "events");
  const account = useTestAccount(trigger?.properties.elementInstanceId);
  const instance = useQuery({
    ...trpc.formulaInstance.newestActive.queryOptions({ formulaId: formulaId ?? 0 }),
    enabled: formulaId !== null && trigger !== undefined && account === undefined,
  });
  const configuration = instance.data?.configuration ?? {};
  const bound = String(resolveTriggerProperty(trigger?.properties.elementInstanceId, configuration, variables) ?? "");
  const named = account ? String(account.id) : bound;
  const isNamed = /^\d{1,9}$/.test(named);
  const { data } = useQuery({
    ...trpc.connection.events.queryOptions({ elementInstanceId: Number(named) }),
    enabled: isNamed && trigger !== undefined,
  });
  if (!isNamed || !trigger) return undefined;
  const filter = changeFilterOf(trigger.properties);
  return data
    ?.filter(({ object }) => passesFilter(filter, object))
    .map(({ eventId, eventDate, object }) => ({
      id: `${eventId}:${object.objectId}`,
      description: `${object.eventType} ${object.objectType} ${object.objectId}`,
      at: eventDate,
      payload: TRIGGER_TYPES[trigger.type].asManual({
        instanceId: Number(named),
        event: { ...object, eventId },
      }),
    }));
}
