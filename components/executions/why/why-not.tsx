"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { type RouterOutputs, useTRPC } from "../../api/trpc.ts";
import { routeTo } from "../../screens/screens.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Form } from "../../ui/form.tsx";
import { Page } from "../../ui/page.tsx";
import { replaceQuery } from "../../ui/query-string.ts";
import { SelectField } from "../../ui/select-field.tsx";
import { Empty, Failed, Loading } from "../../ui/states.tsx";
import { TextField } from "../../ui/text-field.tsx";
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
      <WhyForm
        key={Object.values(question).join(" ")}
        question={question}
        connections={connections.data ?? []}
        onAsk={(question) => replaceQuery(new URLSearchParams(question))}
      />
      {question.connection && question.id && <Explained {...question} />}
    </Page>
  );
}

type Question = { connection: string; by: string; id: string };

type FormProps = {
  question: Question;
  connections: RouterOutputs["connection"]["names"];
  onAsk: (question: Question) => void;
};

function WhyForm({ question, connections, onAsk }: FormProps) {
  const t = useTranslations("executions.why");
  const [connection, setConnection] = useState(question.connection);
  const [by, setBy] = useState(question.by === "event" ? "event" : "object");
  const [id, setId] = useState(question.id);
  const chosen = connection || String(connections[0]?.id ?? "");
  return (
    <Form
      onSubmit={() => chosen && onAsk({ connection: chosen, by, id: id.trim() })}
      className="grid items-start gap-3 sm:grid-cols-[minmax(0,2fr)_9rem_minmax(0,1fr)_auto]"
    >
      <SelectField
        label={t("connection")}
        value={chosen}
        options={connections.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={setConnection}
      />
      <SelectField
        label={t("known")}
        value={by}
        options={[
          { value: "object", label: t("objectId") },
          { value: "event", label: t("eventId") },
        ]}
        onChange={setBy}
      />
      <TextField label={t("id")} required value={id} onChange={setId} />
      <Button type="submit" kind="primary" className="sm:mt-6.5">
        {t("explain")}
      </Button>
    </Form>
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
