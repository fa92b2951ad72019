"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { findTriggerType } from "#server/formula/find-definition.ts";
import { soleVariable } from "#server/formula/path.ts";
import { namesByField } from "#server/formula/property.ts";
import { useTRPC } from "../api/trpc.ts";
import { type DefinitionLabels, useDefinitionLabels } from "../definitions/use-definition-labels.ts";

type Trigger = { type: string; properties: Record<string, unknown> };

type Named = {
  /** The schedule of an instance. */
  cron?: string | undefined;
  /** The variables of the formula, and their values in an instance. */
  variables?: readonly { key: string; name: string }[];
  values?: Readonly<Record<string, unknown>> | undefined;
  connections?: readonly { id: number; name: string }[] | undefined;
};

/** Describes the trigger of a formula; for an instance, with its own schedule and connection. */
export function triggerText(
  { type, properties }: Trigger,
  { cron, ...named }: Named,
  { sentence }: Pick<DefinitionLabels, "sentence">,
): string {
  const definition = findTriggerType(type);
  const fields = definition ? namesByField(definition.properties, "instance") : [];
  const chosen = fields.map((name) => [name, connectionName(properties[name], named)]);
  const known = { ...properties, ...Object.fromEntries(chosen), ...(cron !== undefined && { cron }) };
  return sentence({ type, properties: known });
}

/** The name of the connection, or of the variable that holds it; undefined if neither has a name. */
function connectionName(value: unknown, { variables = [], values = {}, connections = [] }: Named): string | undefined {
  const key = soleVariable(String(value ?? ""));
  const id = String(key === undefined ? (value ?? "") : (values[key] ?? ""));
  const connection = connections.find((one) => String(one.id) === id);
  if (connection) return connection.name;
  const name = variables.find((variable) => variable.key === key)?.name;
  return name === key ? undefined : name;
}

export function useTriggerText(): (trigger: Trigger | undefined, named?: Omit<Named, "connections">) => string {
  const t = useTranslations("formulas.triggers");
  const definitions = useDefinitionLabels();
  const trpc = useTRPC();
  const { data: connections } = useQuery(trpc.connection.names.queryOptions());
  return (trigger, named) => (trigger ? triggerText(trigger, { ...named, connections }, definitions) : t("none"));
}
