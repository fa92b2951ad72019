/** The status of a response: failures are marked by a sign, too. */
export function RequestStatus({ status }: { status: number }) {
  const isFailed = status >= 400;
  return (
    <span
      data-request-status={status}
      className={`font-medium font-mono text-sm ${isFailed ? "text-failure" : "text-success"}`}
    >
      <span aria-hidden="true">{isFailed ? "✖ " : "✔ "}</span>
      {status}
    </span>
  );
}
