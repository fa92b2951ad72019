import { COLORS } from "./look.ts";

const METHOD_LOOKS: Readonly<Record<string, string>> = {
  GET: COLORS["step-element"].text,
  POST: COLORS["step-trigger"].text,
  PUT: COLORS["step-filter"].text,
  PATCH: COLORS["step-loop"].text,
  DELETE: COLORS["step-retry"].text,
};

/** An HTTP method, always of the same width. */
export function MethodBadge({ method }: { method: string }) {
  return (
    <span
      translate="no"
      className={`inline-block w-[3.75rem] shrink-0 truncate rounded bg-code px-1.5 py-0.5 text-center font-mono font-semibold text-[0.6875rem] ${METHOD_LOOKS[method] ?? "text-muted"}`}
    >
      {method}
    </span>
  );
}
