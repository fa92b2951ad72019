import { useTranslations } from "next-intl";
import type { PasswordProblem } from "#server/account/password-messages.ts";
import type { ScreenError } from "../api/trpc.ts";

/** The server's message about one field, beside that field: without its name, as a sentence. */
export const fieldProblem = (message: string): string => capitalized(message.replace(/^\w+: /, ""));

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Says what the policy of the organization refuses of a new password; empty if it refuses nothing. */
export function usePasswordProblems(): (problems: readonly PasswordProblem[]) => string {
  const t = useTranslations("ui.password");
  return (problems) =>
    problems.length === 0 ? "" : `${capitalized(problems.map(({ key, values }) => t(key, values)).join("; "))}.`;
}

/** The problems of a new password, for its field; empty if the error is about something else. */
export function usePasswordProblem(): (error: ScreenError | null) => string {
  const say = usePasswordProblems();
  return (error) =>
    error?.data?.reason === "passwordRefused" ? say((error.data.sentences ?? []) as PasswordProblem[]) : "";
}
