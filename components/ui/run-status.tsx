import type { ExecutionStatus } from "#server/formula/execution-status.ts";

/** Each state of a run by sign, word and colour: the word alone is enough. */
export const RUN_STATUSES = {
  success: { sign: "✔", words: "Success", color: "text-success" },
  failed: { sign: "✖", words: "Failed", color: "text-failure" },
  pending: { sign: "◐", words: "Running", color: "text-running" },
  queued: { sign: "⏳", words: "Queued", color: "text-waiting" },
  retry: { sign: "⏳", words: "Waits to retry", color: "text-waiting" },
  cancelled: { sign: "⊘", words: "Cancelled", color: "text-stopped" },
  unknown: { sign: "?", words: "Lost", color: "text-stopped" },
} as const satisfies Record<ExecutionStatus, { sign: string; words: string; color: string }>;

export function RunStatus({ status }: { status: ExecutionStatus }) {
  const { sign, words, color } = RUN_STATUSES[status];
  return (
    <span
      data-run-status={status}
      className={`inline-flex items-center gap-1.5 whitespace-nowrap font-medium text-sm ${color}`}
    >
      <span aria-hidden="true" className="inline-block w-4 text-center">
        {sign}
      </span>
      {words}
    </span>
  );
}
