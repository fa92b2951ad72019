import type { ScreenError } from "../api/trpc.ts";

/** The server's message about one field, beside that field: without its name, as a sentence. */
export function fieldProblem(message: string): string {
  const text = message.replace(/^\w+: /, "");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The problems of a new password, for its field; empty if the error is about something else. */
export const passwordProblem = (error: ScreenError | null): string =>
  error?.data?.reason === "passwordRefused" ? fieldProblem(error.message) : "";
