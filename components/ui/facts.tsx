import type { ReactNode } from "react";

/** Names and values; those without a value are left out. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[10rem_minmax(0,1fr)]">
      {facts.map(
        ([name, value]) =>
          value !== null &&
          value !== undefined &&
          value !== false &&
          value !== "" && (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="min-w-0 break-words [overflow-wrap:anywhere]">
                {typeof value === "string" ? <span className="line-clamp-6">{value}</span> : value}
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}
