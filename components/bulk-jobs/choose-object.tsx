"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type Ref, useState } from "react";
import { type RouterInputs, useTRPC } from "../api/trpc.ts";
import { SelectField } from "../ui/select-field.tsx";
import { Failed } from "../ui/states.tsx";
import type { Connections } from "./connection-dialog.tsx";

type Direction = RouterInputs["bulkJob"]["objects"]["direction"];

/** The choice of a connection and its object for a bulk job. */
export function useObjectChoice(connections: Connections, direction: Direction) {
  const trpc = useTRPC();
  const [elementInstanceId, setElementInstanceId] = useState(connections[0].id);
  const [wanted, setWanted] = useState("");
  const { data: objects, error } = useQuery(trpc.bulkJob.objects.queryOptions({ elementInstanceId, direction }));
  const object = objects?.find(({ name }) => name === wanted) ?? objects?.[0];
  const isLoading = !objects && !error;
  return { elementInstanceId, setElementInstanceId, objects, object, setWanted, error, isLoading };
}

type Choosable = {
  problem?: string | undefined;
  selectRef?: Ref<HTMLSelectElement>;
};

type Props = {
  connections: Connections;
  choice: ReturnType<typeof useObjectChoice>;
  /** The message if the connection has no such object. */
  noObjects: string;
  connection?: Choosable;
  object?: Choosable;
  onChange?: () => void;
};

/** The connection and its object. */
export function ChooseObject({ connections, choice, noObjects, onChange, ...fields }: Props) {
  const t = useTranslations("bulk-jobs.choose");
  const { elementInstanceId, setElementInstanceId, objects, object, setWanted, error } = choice;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        {...fields.connection}
        label={t("connection")}
        value={String(elementInstanceId)}
        options={connections.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(id) => {
          setElementInstanceId(Number(id));
          onChange?.();
        }}
      >
        {error && <Failed error={error} />}
      </SelectField>
      {/* It keeps its place while the objects are loaded, so that keys reach the next field. */}
      <SelectField
        {...fields.object}
        label={t("object")}
        value={object?.name ?? ""}
        options={
          objects?.map(({ name, isCommon }) => ({
            value: name,
            label: isCommon ? t("common", { name }) : name,
          })) ?? [{ value: "", label: t(error ? "unknown" : "reading") }]
        }
        onChange={(name) => {
          setWanted(name);
          onChange?.();
        }}
      >
        {objects?.length === 0 && <p className="text-muted text-sm">{noObjects}</p>}
      </SelectField>
    </div>
  );
}
