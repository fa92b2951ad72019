/** The API reports a false filter and a finished loop as "failed" (spec §3). Only a step with an error has failed. */
export const hasFailed = ({ status, error }: { status: "success" | "failed"; error: string | null }): boolean =>
  status === "failed" && error !== null;
