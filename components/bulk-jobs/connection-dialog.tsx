"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { type Answer, useTRPC } from "../api/trpc.ts";
import { routeTo } from "../screens/screens.ts";
import { LinkButton } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { Failed, Loading } from "../ui/states.tsx";

type Connection = Answer["connection"]["names"][number];
/** The connections to choose from, and the first of them. */
export type Connections = { connections: Connection[]; first: Connection };

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: string;
  children: (connections: Connections) => ReactNode;
};

/** A dialog about a bulk job of a connection, which is the first choice in it. */
export function ConnectionDialog({ open, onOpenChange, title, description, children }: Props) {
  const t = useTranslations("bulk-jobs.create");
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery({ ...trpc.connection.names.queryOptions(), enabled: open });
  const [first] = data ?? [];
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title} description={description}>
      {error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading what={t("connections")} />
      ) : first ? (
        children({ connections: data, first })
      ) : (
        <div className="grid justify-items-start gap-4">
          <p className="text-sm">{t("noConnections")}</p>
          <LinkButton href={routeTo("catalog")} kind="primary">
            {t("connect")}
          </LinkButton>
        </div>
      )}
    </Dialog>
  );
}

type ObjectsOf = { elementInstanceId: number; transfer: "download" | "upload" };

/** The objects of a connection that can be transferred, and the one that is chosen: by `wanted`, or else the first. */
export function useTransferObjects(of: ObjectsOf, wanted: string) {
  const trpc = useTRPC();
  const { data: objects, error } = useQuery(trpc.bulkJob.objects.queryOptions(of));
  return { objects, error, object: objects?.find(({ name }) => name === wanted) ?? objects?.[0] };
}

type ChoiceProps = Pick<Connections, "connections"> & {
  of: ObjectsOf;
  wanted: string;
  onConnection: (elementInstanceId: number) => void;
  onObject: (name: string) => void;
};

/** The choice of a connection and of one of its objects. */
export function ObjectChoice({ connections, of, wanted, onConnection, onObject }: ChoiceProps) {
  const t = useTranslations("bulk-jobs.create");
  const { objects, error, object } = useTransferObjects(of, wanted);
  return (
    <>
      <SelectField
        label={t("connection")}
        value={String(of.elementInstanceId)}
        options={connections.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(id) => onConnection(Number(id))}
      />
      {/* It keeps its place while the objects are read: keys go on to the next field. */}
      <SelectField
        label={t("object")}
        value={object?.name ?? ""}
        options={
          objects?.map(({ name, isCommon }) => ({ value: name, label: isCommon ? t("common", { name }) : name })) ?? [
            { value: "", label: t("reading") },
          ]
        }
        onChange={onObject}
      >
        {error && <Failed error={error} />}
        {objects?.length === 0 && <p className="text-muted text-sm">{t(`noObjects.${of.transfer}`)}</p>}
      </SelectField>
    </>
  );
}
