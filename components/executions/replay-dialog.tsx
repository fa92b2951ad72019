"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { CodeEditor } from "../designer/code-editor.tsx";
import { useTRPC } from "../shell/trpc.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Failed, Loading } from "../ui/states.tsx";
import { useSay } from "../ui/toasts.tsx";
import { type RevisionChoice, RevisionField, usualRevision } from "./revision-field.tsx";
import type { Run } from "./run-visits.ts";

type Props = { run: Run; open: boolean; onOpenChange: (open: boolean) => void };

/** Runs a run again from its beginning, with its input as it was or as it is edited here. */
export function ReplayDialog({ run, open, onOpenChange }: Props) {
  return (
    <Dialog
      title={`Run ${run.id} again`}
      words="As a new run with this input. Every step runs again, also those that change something outside."
      open={open}
      onOpenChange={onOpenChange}
    >
      <Replay run={run} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function Replay({ run, onDone }: { run: Run; onDone: () => void }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const say = useSay();
  const { push } = useRouter();
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
        say(`Run ${id} began`, `It runs run ${run.id} again.`);
        push(`/runs/${id}` as never);
        await queries.invalidateQueries(trpc.execution.pathFilter());
      },
    }),
  );
  if (!data) return error ? <Failed error={error} /> : <Loading what="the input" />;
  const input = edited ?? data.input;
  const isJson = isObject(input);
  return (
    <div className="grid gap-4">
      <div className="grid gap-1.5">
        <span className="font-medium text-sm">Input</span>
        <CodeEditor label="Input" language="json" value={input} onChange={setEdited} rows={14} />
        {isJson ? (
          <p className="text-muted text-sm">What steps reach as trigger. Masked credentials stay what they were.</p>
        ) : (
          <p role="alert" className="text-failure text-sm">
            This is not a JSON object yet.
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
          Run again
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
