"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { type RouterOutputs, useTRPC } from "../api/trpc.ts";
import { useAccess } from "../screens/access.tsx";
import { maySee } from "../screens/may-see.ts";
import { DataTable } from "../ui/data-table.tsx";
import { DocsLink } from "../ui/docs-link.tsx";
import { Facts } from "../ui/facts.tsx";
import { Card, Page, Section } from "../ui/page.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { Failed, Loading } from "../ui/states.tsx";
import { StatusLabel } from "../ui/status-label.tsx";
import { useFormat } from "../ui/use-format.ts";
import { OperationPages, RefusedPage } from "./operation-pages.tsx";
import { useQueueName } from "./use-queue-name.ts";

type Status = RouterOutputs["operations"]["status"];

const REFRESH_MS = 10_000;

/** The state of the installation, for administrators of an organization. */
export function SystemStatus() {
  return maySee(useAccess(), "systemStatus") ? <LoadedStatus /> : <RefusedPage name="systemStatus" />;
}

function LoadedStatus() {
  const t = useTranslations("operations.status");
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery({ ...trpc.operations.status.queryOptions(), refetchInterval: REFRESH_MS });
  return (
    <Page
      title={t("title")}
      description={
        <>
          {t("description")} <DocsLink page="/operations">{t("docs")}</DocsLink>
        </>
      }
    >
      <OperationPages />
      {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading what={t("loading")} />}
      {data && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
          <Processes status={data} />
          <Queues queues={data.queues} />
          <Database status={data} />
        </div>
      )}
    </Page>
  );
}

const KINDS = ["web", "worker"] as const;

function Processes({ status: { version, processes } }: { status: Status }) {
  const t = useTranslations("operations.status");
  const alive = processes.filter(({ isAlive }) => isAlive);
  const problems = [
    ...(alive.some(({ kind }) => kind === "worker") ? [] : [t("noWorker")]),
    ...(new Set(alive.map((one) => one.version)).size > 1 ? [t("otherVersion")] : []),
  ];
  return (
    <Section title={t("processes")} description={t("version", { version })}>
      {problems.map((problem) => (
        <p key={problem} role="alert" className="mb-3 rounded-lg border border-waiting/50 p-3 text-sm">
          {problem}
        </p>
      ))}
      <DataTable
        caption={t("processes")}
        columns={[
          { label: t("process") },
          { label: t("state") },
          { label: t("host") },
          { label: t("versionOf") },
          { label: t("started") },
          { label: t("seen") },
        ]}
        rows={processes.map(({ id, kind, host, isAlive, startedAt, seenAt, version: own }) => {
          const known = KINDS.find((name) => name === kind);
          const look = isAlive
            ? { Icon: CircleCheck, color: "text-success" }
            : { Icon: CircleAlert, color: "text-waiting" };
          return {
            key: id,
            cells: [
              known ? t(`kinds.${known}`) : kind,
              <StatusLabel key="state" look={look}>
                {t(isAlive ? "alive" : "gone")}
              </StatusLabel>,
              host,
              own,
              <RelativeTime key="started" at={startedAt} />,
              <RelativeTime key="seen" at={seenAt} />,
            ],
          };
        })}
      />
    </Section>
  );
}

function Queues({ queues }: Pick<Status, "queues">) {
  const t = useTranslations("operations.status");
  const queueName = useQueueName();
  const { number, duration } = useFormat();
  return (
    <Section title={t("queues")} description={t("queuesDescription")}>
      <DataTable
        caption={t("queues")}
        columns={[
          { label: t("queue") },
          { label: t("waiting"), isNumber: true },
          { label: t("oldest"), isNumber: true },
        ]}
        rows={queues.map(({ name, count, oldestSeconds }) => ({
          key: name,
          cells: [queueName(name), number(count), count > 0 ? duration(oldestSeconds * 1000) : "–"],
        }))}
      />
    </Section>
  );
}

function Database({ status: { database, disk } }: { status: Status }) {
  const t = useTranslations("operations.status");
  const { bytes, number } = useFormat();
  const { version, connections, maxConnections, hasRowSecurity, migrations, latestMigration, tables } = database;
  return (
    <Section title={t("database")}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Card className="p-5">
          <Facts
            facts={[
              [t("size"), bytes(database.bytes)],
              [t("server"), version],
              [t("connections"), t("connectionsOf", { count: number(connections), most: number(maxConnections) })],
              [t("rowSecurity"), hasRowSecurity ? t("rowSecurityOn") : t("rowSecurityOff")],
              [t("migrations"), t("migrationsOf", { count: migrations, name: latestMigration?.name ?? "–" })],
              [t("disk"), disk ? t("freeOf", { free: bytes(disk.freeBytes), all: bytes(disk.bytes) }) : t("noDisk")],
            ]}
          />
        </Card>
        <DataTable
          caption={t("tables")}
          columns={[{ label: t("table") }, { label: t("size"), isNumber: true }, { label: t("rows"), isNumber: true }]}
          rows={tables.map((table) => ({
            key: table.name,
            cells: [table.name, bytes(table.bytes), number(table.rows)],
          }))}
        />
      </div>
    </Section>
  );
}
