"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { type RouterOutputs, useTRPC } from "../api/trpc.ts";
import { Dialog } from "../ui/dialog.tsx";
import { NoConnections } from "../ui/no-connections.tsx";
import { Failed, Loading } from "../ui/states.tsx";

type Connection = RouterOutputs["connection"]["names"][number];
export type Connections = readonly [Connection, ...Connection[]];

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: string;
  /** The first thing to do if there are no connections. */
  noConnections: string;
  isBusy?: boolean;
  children: (connections: Connections) => ReactNode;
};

/** A dialog that starts with the choice of a connection. */
export function ConnectionDialog({ noConnections, children, ...dialog }: Props) {
  const t = useTranslations("bulk-jobs.choose");
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery({ ...trpc.connection.names.queryOptions(), enabled: dialog.open });
  const [first, ...others] = data ?? [];
  return (
    <Dialog {...dialog}>
      {error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading what={t("connections")} />
      ) : first ? (
        children([first, ...others])
      ) : (
        <NoConnections>{noConnections}</NoConnections>
      )}
    </Dialog>
  );
}
