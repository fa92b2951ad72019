import { useTranslations } from "next-intl";
import type { ProblemSentence } from "#server/formula/problem-sentences.ts";

/** Messages take the values of all sentences. */
const NONE = { id: "", name: "", owner: "", step: "", userId: "", written: "" };

/** Returns the text of sentences in the language of the screen. */
export function useProblemText(): (sentences: readonly ProblemSentence[]) => string {
  const t = useTranslations("problems");
  return (sentences) => sentences.map(({ key, values }) => t(key, { ...NONE, ...texts(values) })).join(" ");
}

/** Ids are no amounts: they have no thousands separators. */
const texts = (values: ProblemSentence["values"]): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
