const COLORS: Record<string, string> = {
  GET: "text-step-http",
  POST: "text-success",
  PUT: "text-step-filter",
  PATCH: "text-step-filter",
  DELETE: "text-failure",
};

/** The HTTP method of a request, colored by method. */
export const MethodBadge = ({ method }: { method: string }) => (
  <span className={`inline-block w-14 shrink-0 font-mono font-semibold text-xs ${COLORS[method] ?? ""}`} translate="no">
    {method}
  </span>
);
