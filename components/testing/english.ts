import { createTranslator } from "next-intl";
import designer from "#components/designer/messages.en.ts";
import { speechOf } from "#components/designer/model/speech.ts";
import definitions from "../definitions/messages.en.ts";
import { definitionLabels } from "../definitions/use-definition-labels.ts";

const locale = "en-GB";

/** English texts about formulas, for tests. */
export const ENGLISH = speechOf(
  createTranslator({ locale, messages: { designer }, namespace: "designer" }),
  definitionLabels(createTranslator({ locale, messages: { definitions }, namespace: "definitions" }), {
    cron: (cron) => cron,
    duration: (ms) => `${ms} ms`,
  }),
);
