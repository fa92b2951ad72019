import Link from "next/link";
import { CopyButton } from "../ui/copy-button.tsx";
import type { Run } from "./run-visits.ts";

/** What a run is found by: the object and the event it is about, and the request that asked for it. */
export function RunOrigin({ run: { objectId, eventId, requestId } }: { run: Run }) {
  const ids = [
    { label: "Object", id: objectId },
    { label: "Event", id: eventId },
    { label: "Request", id: requestId },
  ].filter(({ id }) => id);
  if (ids.length === 0) return null;
  return (
    <dl className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs">
      {ids.map(({ label, id }) => (
        <div key={label} className="flex min-w-0 items-center gap-1">
          <dt>{label}</dt>
          <dd className="flex min-w-0 items-center">
            <Link
              href={`/runs?q=${encodeURIComponent(id ?? "")}` as never}
              title={`Runs found by ${id}`}
              className="truncate font-mono text-accent hover:underline"
            >
              {id}
            </Link>
            {label === "Request" && <CopyButton text={id ?? ""} label="the request id" />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
