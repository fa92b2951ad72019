"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useTRPC } from "../api/trpc.ts";
import { useMayChange } from "../shell/may-change.tsx";
import { DocsLink } from "../ui/docs-link.tsx";
import { Card } from "../ui/page.tsx";
import { Failed, Loading } from "../ui/states.tsx";
import { useToast } from "../ui/toasts.tsx";

type Subject = { elementInstanceId: number } | { formulaInstanceId: number };

/** The levels of agents' access, from none on. A formula may change something, so it is run or not. */
const LEVELS = { connection: ["closed", "reads", "changes"], formula: ["closed", "changes"] } as const;
type Level = (typeof LEVELS)["connection"][number];

/** Opens a connection or a formula instance to agents, or closes it. */
export function AgentAccess({ subject }: { subject: Subject }) {
  const t = useTranslations("agents");
  const kind = "elementInstanceId" in subject ? "connection" : "formula";
  const trpc = useTRPC();
  const { data: access, error, refetch } = useQuery(trpc.agent.read.queryOptions(subject));
  return (
    <section aria-labelledby="agents">
      <h2 id="agents" className="font-semibold text-xl tracking-tight">
        {t("title")}
      </h2>
      <p className="mt-1 text-muted text-sm">{t("description")}</p>
      <p className="mt-1 mb-4 text-sm">
        <DocsLink page="/agents">{t("docs")}</DocsLink>
      </p>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {access === undefined && !error && <Loading what={t("loading")} />}
      {access !== undefined && (
        <Choice
          subject={subject}
          kind={kind}
          level={access === null ? "closed" : access.allowsChanges ? "changes" : "reads"}
        />
      )}
    </section>
  );
}

function Choice({ subject, kind, level }: { subject: Subject; kind: keyof typeof LEVELS; level: Level }) {
  const t = useTranslations("agents");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const mayChange = useMayChange();
  /** The chosen level that is not saved yet. */
  const [chosen, setChosen] = useState<Level>();
  const shown = chosen ?? level;
  const saving = {
    // Choices are saved in sequence, so that the last one wins.
    scope: { id: "agent-access" },
    onError: () => setChosen(undefined),
  };
  const done = async (saved: Level) => {
    await queries.invalidateQueries(trpc.agent.pathFilter());
    setChosen((latest) => (latest === saved ? undefined : latest));
    toast(t("saved"));
  };
  const allow = useMutation(
    trpc.agent.allow.mutationOptions({
      ...saving,
      onSuccess: (_, { allowsChanges }) => done(allowsChanges ? "changes" : "reads"),
    }),
  );
  const forbid = useMutation(trpc.agent.forbid.mutationOptions({ ...saving, onSuccess: () => done("closed") }));
  const choose = (to: Level) => {
    if (to === shown) return;
    setChosen(to);
    if (to === "closed") forbid.mutate(subject);
    else allow.mutate({ ...subject, allowsChanges: to === "changes" });
  };
  const error = allow.error ?? forbid.error;
  return (
    <>
      <Card className="p-4">
        <fieldset className="grid gap-3 text-sm" disabled={!mayChange}>
          <legend className="sr-only">{t("question")}</legend>
          {LEVELS[kind].map((one) => (
            <div key={one} className="flex items-start gap-2">
              <input
                type="radio"
                id={`agents-${one}`}
                name="agent-access"
                checked={one === shown}
                onChange={() => choose(one)}
                aria-describedby={`agents-${one}-description`}
                className="mt-1 accent-accent"
              />
              <div>
                <label htmlFor={`agents-${one}`} className="font-medium">
                  {words(t, kind, one)}
                </label>
                <p id={`agents-${one}-description`} className="text-muted">
                  {words(t, kind, one, "Description")}
                </p>
              </div>
            </div>
          ))}
        </fieldset>
      </Card>
      {error && <Failed error={error} />}
    </>
  );
}

type Translate = ReturnType<typeof useTranslations<"agents">>;

/** A formula has no read-only level. */
const words = (t: Translate, kind: keyof typeof LEVELS, level: Level, part: "" | "Description" = ""): string =>
  kind === "connection" || level === "reads" ? t(`connection.${level}${part}`) : t(`formula.${level}${part}`);
