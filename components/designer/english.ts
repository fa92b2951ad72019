import { createTranslator } from "next-intl";
import { definitionWords } from "../definitions/use-definition-words.ts";
import definitions from "../definitions/words.en.ts";
import { speechOf } from "./speech.ts";
import designer from "./words.en.ts";

const locale = "en-GB";

/** How tests are told of formulas. */
export const ENGLISH = speechOf(
  createTranslator({ locale, messages: { designer }, namespace: "designer" }),
  definitionWords(createTranslator({ locale, messages: { definitions }, namespace: "definitions" })),
);
