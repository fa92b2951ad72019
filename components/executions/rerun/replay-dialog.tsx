"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useTRPC } from "../../api/trpc.ts";
import { CodeEditor } from "../../fields/code-editor.tsx";
import { routeTo } from "../../screens/screens.ts";
import { useOpenScreen } from "../../screens/use-open-screen.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Failed, Loading } from "../../ui/states.tsx";
import { useToast } from "../../ui/toasts.tsx";
import type { Run } from "../run-visits.ts";
import { type RevisionChoice, RevisionField, usualRevision } from "./revision-field.tsx";

type Props = { run: Run; open: boolean; onOpenChange: (open: boolean) => void };

/** Repeats a run from the beginning with its original or an edited input. */
export function ReplayDialog({ run, open, onOpenChange }: Props) {
  const t = useTranslations("executions.replay");
  return (
    <Dialog
      title={t("title", { id: String(run.id) })}
      description={t("description")}
      open={open}
      onOpenChange={onOpenChange}
    >
      <Replay run={run} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function Replay({ run, onDone }: { run: Run; onDone: () => void }) {
  const t = useTranslations("executions.replay");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const openScreen = useOpenScreen();
  const { data, error } = useQuery({
    ...trpc.execution.input.queryOptions({ executionId: run.id }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [edited, setEdited] = useState<string | null>(null);
  const [revision, setRevision] = useState<RevisionChoice>(usualRevision(run));
  const replay = useMutation(
    trpc.execution.replay.mutationOptions({
      onSuccess: async ({ id }) => {
        onDone();
        toast(t("began", { id: String(id) }), t("beganDescription", { id: String(run.id) }));
        await Promise.all([
          openScreen(routeTo("run", { executionId: id })),
          queries.invalidateQueries(trpc.execution.pathFilter()),
        ]);
      },
    }),
  );
  if (!data) return error ? <Failed error={error} /> : <Loading what={t("loading")} />;
  const input = edited ?? data.input;
  const isJson = isObject(input);
  return (
    <div className="grid gap-4">
      <div className="grid gap-1.5">
        <span className="font-medium text-sm">{t("input")}</span>
        <CodeEditor label={t("input")} language="json" value={input} onChange={setEdited} rows={14} />
        {isJson ? (
          <p className="text-muted text-sm">{t("inputDescription")}</p>
        ) : (
          <p role="alert" className="text-failure text-sm">
            {t("unreadable")}
          </p>
        )}
      </div>
      <RevisionField run={run} value={revision} onChange={setRevision} />
      {replay.error && <Failed error={replay.error} />}
      <div className="flex justify-end">
        <Button
          kind="primary"
          isBusy={replay.isPending}
          disabled={!isJson}
          onClick={() => replay.mutate({ executionId: run.id, revision, ...(input !== data.input && { input }) })}
        >
          {t("verb")}
        </Button>
      </div>
    </div>
  );
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
