"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useTRPC } from "../../api/trpc.ts";
import { routeTo } from "../../screens/screens.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { replaceQuery } from "../../ui/query-string.ts";
import { Empty, Failed, Loading } from "../../ui/states.tsx";
import { INPUT_LOOK } from "../../ui/text-field.tsx";
import { WhyEvent } from "./why-event.tsx";

/** Explains why an event of a connection triggered no run, or not the expected one. The address stores the query. */
export function WhyNot() {
  const t = useTranslations("executions.why");
  const back = { href: routeTo("runs"), label: t("runs") };
  const search = useSearchParams();
  const trpc = useTRPC();
  const connections = useQuery(trpc.connection.names.queryOptions());
  const question = {
    connection: search.get("connection") ?? "",
    id: search.get("id") ?? "",
    by: search.get("by") ?? "",
  };
  if (connections.data?.length === 0)
    return (
      <Page title={t("title")} back={back}>
        <Empty title={t("none")} actions={<LinkButton href={routeTo("catalog")}>{t("connect")}</LinkButton>}>
          {t("noneDescription")}
        </Empty>
      </Page>
    );
  return (
    <Page title={t("title")} description={t("description")} back={back}>
      {connections.error && <Failed error={connections.error} />}
      <form
        key={`${question.connection} ${question.id} ${question.by} ${connections.data?.length}`}
        onSubmit={(event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget);
          const query = new URLSearchParams(
            ["connection", "by", "id"].map((name) => [name, String(form.get(name) ?? "").trim()]),
          );
          replaceQuery(query);
        }}
        className="grid items-end gap-3 sm:grid-cols-[minmax(0,2fr)_9rem_minmax(0,1fr)_auto]"
      >
        <label className="grid gap-1.5 font-medium text-sm">
          {t("connection")}
          <select name="connection" defaultValue={question.connection} required className={`${INPUT_LOOK} font-normal`}>
            {connections.data?.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label className="grid gap-1.5 font-medium text-sm">
          {t("known")}
          <select name="by" defaultValue={question.by || "object"} className={`${INPUT_LOOK} font-normal`}>
            <option value="object">{t("objectId")}</option>
            <option value="event">{t("eventId")}</option>
          </select>
        </label>
        <label className="grid gap-1.5 font-medium text-sm">
          {t("id")}
          <input name="id" defaultValue={question.id} required className={`${INPUT_LOOK} font-normal`} />
        </label>
        <Button type="submit" kind="primary">
          {t("explain")}
        </Button>
      </form>
      {question.connection && question.id && <Explained {...question} />}
    </Page>
  );
}

function Explained({ connection, id, by }: { connection: string; id: string; by: string }) {
  const t = useTranslations("executions.why");
  const trpc = useTRPC();
  const isEvent = by === "event" && /^\d{1,15}$/.test(id);
  const { data, error, refetch } = useQuery({
    ...trpc.execution.why.queryOptions({
      elementInstanceId: Number(connection),
      ...(isEvent ? { eventId: Number(id) } : { objectId: id }),
    }),
    staleTime: 0,
  });
  return (
    <section aria-label={t("explanation")} className="mt-8 grid gap-6">
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading what={t("loading")} />}
      {data?.map((explained, at) => (
        <WhyEvent key={explained.event?.id ?? at} explained={explained} />
      ))}
    </section>
  );
}
