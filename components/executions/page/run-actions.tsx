"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { hasEnded } from "#server/formula/run-state.ts";
import { useTRPC } from "../../api/trpc.ts";
import { routeTo } from "../../screens/screens.ts";
import { useOpenScreen } from "../../screens/use-open-screen.ts";
import { MayChange } from "../../shell/may-change.tsx";
import { Button } from "../../ui/button.tsx";
import { lazyDialog } from "../../ui/lazy-component.tsx";
import { Failed } from "../../ui/states.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { Countdown } from "../countdown.tsx";
import type { Run } from "../run-visits.ts";

const RecordDialog = lazyDialog(async () => (await import("../../formula-tests/record-dialog.tsx")).RecordDialog);
const ReplayDialog = lazyDialog(async () => (await import("../rerun/replay-dialog.tsx")).ReplayDialog);

/** The actions available in the current state of a run. */
export function RunActions({ run }: { run: Run }) {
  const t = useTranslations("executions.acts");
  const { id, state, retryAt, isAlone } = run;
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const openScreen = useOpenScreen();
  const [isReplaying, setIsReplaying] = useState(false);
  const [isRecording, setIsRecording] = useState(false);
  const tests = useTranslations("formula-tests.record");
  const refresh = () => queries.invalidateQueries(trpc.execution.pathFilter());
  const cancel = useMutation(
    trpc.execution.cancel.mutationOptions({
      onSuccess: async () => {
        await refresh();
        toast(t("cancelled", { id: String(id) }));
      },
    }),
  );
  const retry = useMutation(
    trpc.execution.retry.mutationOptions({
      onSuccess: async (again) => {
        await refresh();
        if (again.id === id) return;
        toast(t("began", { id: String(again.id) }), t("withInput", { id: String(id) }));
        await openScreen(routeTo("run", { executionId: again.id }));
      },
    }),
  );
  const error = cancel.error ?? retry.error;
  const waits = state === "waitingRetry";
  return (
    <>
      {waits && retryAt && <Countdown to={retryAt} />}
      <MayChange isExplained>
        {waits && (
          <Button kind="primary" isBusy={retry.isPending} onClick={() => retry.mutate({ executionId: id })}>
            {t("retryNow")}
          </Button>
        )}
        {!hasEnded(state) && (
          <Button kind="danger" isBusy={cancel.isPending} onClick={() => cancel.mutate({ executionId: id })}>
            {t(waits ? "giveUp" : "cancel")}
          </Button>
        )}
        {hasEnded(state) && !isAlone && (
          <>
            <Button aria-haspopup="dialog" onClick={() => setIsReplaying(true)}>
              {t("edit")}
            </Button>
            <Button isBusy={retry.isPending} onClick={() => retry.mutate({ executionId: id })}>
              {t("again")}
            </Button>
            {(state === "success" || state === "failed") && (
              <Button aria-haspopup="dialog" onClick={() => setIsRecording(true)}>
                {tests("button")}
              </Button>
            )}
          </>
        )}
      </MayChange>
      {error && (
        <div className="w-full">
          <Failed error={error} />
        </div>
      )}
      <RecordDialog executionId={id} formulaId={run.formulaId} open={isRecording} onOpenChange={setIsRecording} />
      <ReplayDialog run={run} open={isReplaying} onOpenChange={setIsReplaying} />
    </>
  );
}
