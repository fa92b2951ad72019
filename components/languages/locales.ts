import { parseAccept } from "hono/utils/accept";

/** The languages of the Workbench. To add one: a `messages.<language>.ts` in each room, and a row here. */
export const LANGUAGES = { "en-GB": "English", "de-DE": "Deutsch" } as const;

/** Accented, longer, bracketed English: reveals texts that are not in a catalog or do not fit. */
export const PSEUDO = "en-XA";

export type Locale = keyof typeof LANGUAGES | typeof PSEUDO;

/** The cookie that stores the user's choice. */
export const LOCALE_COOKIE = "locale";

const LOCALES = Object.keys(LANGUAGES) as Locale[];
const USUAL: Locale = "en-GB";

/** `en` of `en-GB`: messages differ by language only. */
export const languageOf = (locale: string): string => locale.split("-")[0]?.toLowerCase() ?? "";

/** The locale that the user chose, otherwise the first supported language of the browser. */
export function localeOf(chosen: string | undefined, accepted: string | null): Locale {
  const own = LOCALES.concat(PSEUDO).find((locale) => locale === chosen);
  if (own) return own;
  for (const { type } of parseAccept(accepted ?? "")) {
    const known = LOCALES.find((locale) => languageOf(locale) === languageOf(type));
    if (known) return known;
  }
  return USUAL;
}
