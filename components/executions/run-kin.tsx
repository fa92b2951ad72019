import Link from "next/link";
import { RunStatus } from "../ui/run-status.tsx";
import type { Run } from "./run-visits.ts";

/** The run that this one runs again, and those that run this one again. */
export function RunKin({ run: { parentId, reused, edits, children, attempt } }: { run: Run }) {
  if (parentId === null && children.length === 0 && attempt === 1) return null;
  return (
    <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {attempt > 1 && <span>Attempt {attempt}</span>}
      {parentId !== null && (
        <span>
          Runs{" "}
          <Link href={`/runs/${parentId}` as never} className="text-accent underline underline-offset-2">
            run {parentId}
          </Link>{" "}
          again{reused > 1 && `, ${reused - 1} ${reused === 2 ? "record" : "records"} taken over`}
          {edits > 0 && `, ${edits} edited by hand`}
        </span>
      )}
      {children.map((child) => (
        <span key={child.id} className="inline-flex items-center gap-1.5">
          Run again as{" "}
          <Link href={`/runs/${child.id}` as never} className="text-accent underline underline-offset-2">
            run {child.id}
          </Link>
          <RunStatus status={child.status} />
        </span>
      ))}
    </p>
  );
}
