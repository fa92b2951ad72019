import { createTranslator } from "use-intl/core";
import { expect, test } from "vitest";
import { inEnglish, PASSWORD_MESSAGES, problem } from "./password-messages.ts";

const translated = createTranslator({ locale: "en-GB", messages: PASSWORD_MESSAGES });
const KEYS = Object.keys(PASSWORD_MESSAGES) as (keyof typeof PASSWORD_MESSAGES)[];

test.each(KEYS)("the API and the screens say %s in the same words", (key) => {
  for (const count of [1, 2, 12]) {
    const values = { least: count, count, symbols: "{'#}<b>" };
    expect(translated(key, values)).toBe(inEnglish([problem(key, values)]));
  }
});
