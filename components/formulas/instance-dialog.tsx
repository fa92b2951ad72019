"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { type FormEvent, useId, useState } from "react";
import { formulaInstanceSchema } from "#server/formula/shape.ts";
import { type Answer, useTRPC } from "../shell/trpc.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Failed } from "../ui/states.tsx";
import { FieldLabel, FieldWords, INPUT_LOOK, TextField } from "../ui/text-field.tsx";
import { useSay } from "../ui/toasts.tsx";
import type { Formula, Instance } from "./formula-page.tsx";

type Props = {
  formula: Formula;
  /** The one to change; without it a new one is made. */
  instance?: Instance;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Fills the variables of a formula in: connections are chosen, values are written. */
export function InstanceDialog({ formula, instance, open, onOpenChange }: Props) {
  const [name, setName] = useState(instance?.name ?? formula.name);
  const [values, setValues] = useState<Record<string, unknown>>(instance?.configuration ?? {});
  const [problems, setProblems] = useState<Record<string, string>>({});
  const trpc = useTRPC();
  const queries = useQueryClient();
  const say = useSay();
  const connections = useQuery({ ...trpc.connection.list.queryOptions(), enabled: open });
  const onSuccess = async () => {
    await queries.invalidateQueries(trpc.formulaInstance.list.pathFilter());
    onOpenChange(false);
    say(instance ? `${name} was changed` : `${name} was made`, instance ? undefined : "It is on and can run.");
  };
  const create = useMutation(trpc.formulaInstance.create.mutationOptions({ onSuccess }));
  const change = useMutation(trpc.formulaInstance.change.mutationOptions({ onSuccess }));
  const error = create.error ?? change.error;

  function save(event: FormEvent) {
    event.preventDefault();
    const missing = Object.fromEntries(
      formula.configuration
        .filter(({ key, required }) => required && !String(values[key] ?? "").trim())
        .map(({ key, name: label, type }) => [
          key,
          type === "elementInstance" ? `Choose a connection for ${label}.` : `${label} needs a value.`,
        ]),
    );
    const found = name.trim() ? missing : { ...missing, "": "Give it a name." };
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    const configuration = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));
    if (instance) change.mutate({ formulaInstanceId: instance.id, changes: { name: name.trim(), configuration } });
    else
      create.mutate({
        formulaId: formula.id,
        instance: formulaInstanceSchema.parse({ name: name.trim(), configuration }),
      });
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={instance ? `Change ${instance.name}` : "New instance"}
      words={`What ${formula.name} uses when it runs.`}
    >
      <form noValidate onSubmit={save} className="grid gap-5">
        <TextField label="Name" required value={name} onChange={setName} problem={problems[""]} />
        {formula.configuration.map((variable) => {
          const shared = {
            label: variable.name,
            required: variable.required,
            value: String(values[variable.key] ?? ""),
            onChange: (value: string) => setValues({ ...values, [variable.key]: value }),
            help: variable.description,
            problem: problems[variable.key],
          };
          return variable.type === "elementInstance" ? (
            <ConnectionField key={variable.key} {...shared} connections={connections.data ?? []} />
          ) : (
            <TextField key={variable.key} {...shared} />
          );
        })}
        {error && <Failed error={error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={() => onOpenChange(false)}>Not now</Button>
          <Button type="submit" kind="primary" isBusy={create.isPending || change.isPending}>
            {instance ? "Save" : "Make it"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type FieldProps = {
  label: string;
  required: boolean;
  value: string;
  onChange: (value: string) => void;
  help: string | undefined;
  problem: string | undefined;
  connections: Answer["connection"]["list"];
};

/** Chooses a connection by its name; what must be connected again says so. */
function ConnectionField({ label, required, value, onChange, help, problem, connections }: FieldProps) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <FieldLabel id={id} label={label} required={required} />
      <select
        id={id}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        aria-invalid={problem ? true : undefined}
        aria-describedby={`${id}-words`}
        className={INPUT_LOOK}
      >
        <option value="">Choose a connection …</option>
        {connections.map((connection) => (
          <option key={connection.id} value={String(connection.id)}>
            {connection.name} ({connection.elementName}
            {connection.valid ? "" : ", connect it again"})
          </option>
        ))}
      </select>
      <FieldWords id={id} help={help} problem={problem} />
      {connections.length === 0 && (
        <Link href={"/connections/new" as never} className="text-accent text-sm underline underline-offset-2">
          Connect an account first
        </Link>
      )}
    </div>
  );
}
