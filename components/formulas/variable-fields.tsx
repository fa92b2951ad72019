"use client";

import { useQuery } from "@tanstack/react-query";
import type { Route } from "next";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { MASK } from "#server/account/mask.ts";
import { type RouterOutputs, useTRPC } from "../api/trpc.ts";
import { CronField } from "../schedules/cron-field.tsx";
import { routeTo } from "../screens/screens.ts";
import { MayChange } from "../shell/may-change.tsx";
import { Link } from "../ui/link.tsx";
import { FieldHelp, FieldLabel, INPUT_LOOK, TextField } from "../ui/text-field.tsx";
import type { Formula } from "./formula-answers.ts";
import { hubOfVariable } from "./hub-of-variable.ts";
import { isSchedule } from "./instance-draft.ts";

type Props = {
  formula: Formula;
  values: Record<string, unknown>;
  onChange: (values: Record<string, unknown>) => void;
  /** Problems by the key of the variable. */
  problems: Record<string, string>;
  /** The instance that is edited; none while it is created. */
  instanceId?: number | undefined;
  /** Keeps the input for the way back from connecting an account. */
  onLeave: () => void;
};

/** Fields for the variables of a formula: a selection for connections, a description for schedules, text for values. */
export function VariableFields({ formula, values, onChange, problems, instanceId, onLeave }: Props) {
  const trpc = useTRPC();
  const connections = useQuery(trpc.connection.names.queryOptions());
  return formula.configuration.map((variable) => {
    const { key, name: label, required, description: help } = variable;
    const value = String(values[key] ?? "");
    const set = (next: string) => onChange({ ...values, [key]: next });
    if (isSchedule(formula, key))
      return <CronField key={key} label={label} help={problems[key] ?? help} value={value} onChange={set} />;
    const shared = { label, required, value, onChange: set, help, problem: problems[key] };
    if (variable.type === "elementInstance")
      return (
        <ConnectionField
          key={key}
          {...shared}
          connections={connections.data}
          onLeave={onLeave}
          catalog={routeTo("catalog", {
            ...{ hub: hubOfVariable(formula, key), formula: formula.id },
            ...{ instance: instanceId, variable: key },
          })}
        />
      );
    return variable.secret ? <SecretField key={key} {...shared} /> : <TextField key={key} {...shared} />;
  });
}

/** A stored value that is not shown: new text replaces it, and an empty field keeps it. */
function SecretField({
  value,
  onChange,
  required,
  help,
  ...shared
}: Omit<FieldProps, "connections" | "catalog" | "onLeave">) {
  const t = useTranslations("formulas.variables");
  const [isStored] = useState(value === MASK);
  return (
    <TextField
      {...shared}
      type="password"
      autoComplete="new-password"
      required={isStored && required ? undefined : required}
      value={value === MASK ? "" : value}
      onChange={(typed) => onChange(typed === "" && isStored ? MASK : typed)}
      placeholder={isStored ? t("stored") : undefined}
      help={isStored ? [help, t("keep")].filter(Boolean).join(" ") : help}
    />
  );
}

type FieldProps = {
  label: string;
  required: boolean;
  value: string;
  onChange: (value: string) => void;
  help: string | undefined;
  problem: string | undefined;
  /** Undefined while they are loaded. */
  connections: RouterOutputs["connection"]["names"] | undefined;
  /** The elements of the hub that the formula needs; the way back leads to this field. */
  catalog: Route;
  onLeave: () => void;
};

/** Selects a connection by name; connections that must be reconnected are marked. */
function ConnectionField({ label, required, value, onChange, help, problem, ...rest }: FieldProps) {
  const { connections, catalog, onLeave } = rest;
  const t = useTranslations("formulas.variables");
  const id = useId();
  const isLost = value !== "" && connections !== undefined && !connections.some((one) => String(one.id) === value);
  return (
    <div className="grid gap-1.5">
      <FieldLabel id={id} label={label} required={required} />
      <select
        id={id}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        aria-invalid={problem ? true : undefined}
        aria-describedby={`${id}-description`}
        className={INPUT_LOOK}
      >
        <option value="">{t("choose")}</option>
        {isLost && <option value={value}>{t("lost", { id: value })}</option>}
        {connections?.map((connection) => (
          <option key={connection.id} value={String(connection.id)}>
            {t(connection.valid ? "one" : "broken", { name: connection.name, element: connection.elementName })}
          </option>
        ))}
      </select>
      <FieldHelp id={id} help={help} problem={problem} />
      {connections && (
        <MayChange>
          <Link
            href={catalog}
            keepsInput
            onClick={onLeave}
            className="justify-self-start text-accent text-sm underline underline-offset-2"
          >
            {t(connections.length === 0 ? "connect" : "connectOther")}
          </Link>
        </MayChange>
      )}
    </div>
  );
}
