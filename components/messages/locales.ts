import { parseAccept } from "hono/utils/accept";

/** The languages of the Workbench. To add one: a `messages.<language>.ts` in each room, and a row here. */
export const LANGUAGES = { "en-GB": "English" } as const;

/** English accented, lengthened and bracketed: what is not in a catalog or has too little room shows at once. */
export const PSEUDO = "en-XA";

export type Locale = keyof typeof LANGUAGES | typeof PSEUDO;

/** Where somebody's choice is kept. */
export const LOCALE_COOKIE = "locale";

const LOCALES = Object.keys(LANGUAGES) as Locale[];
const USUAL: Locale = "en-GB";

/** `en` of `en-GB`: messages differ by language only. */
export const languageOf = (locale: string): string => locale.split("-")[0]?.toLowerCase() ?? "";

/** The locale that somebody chose, else the first of their browser's languages that is there. */
export function localeOf(chosen: string | undefined, accepted: string | null): Locale {
  const own = LOCALES.concat(PSEUDO).find((locale) => locale === chosen);
  if (own) return own;
  for (const { type } of parseAccept(accepted ?? "")) {
    const known = LOCALES.find((locale) => languageOf(locale) === languageOf(type));
    if (known) return known;
  }
  return USUAL;
}
