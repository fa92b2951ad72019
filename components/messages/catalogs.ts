import type { Messages } from "next-intl";

export type Catalog = { readonly [key: string]: string | Catalog };

/** The texts of a room in a language, as they are written. */
export async function catalogOf(room: keyof Messages, language: string): Promise<Catalog> {
  const { default: catalog } = (await import(`../${room}/messages.${language}.ts`)) as { default: Catalog };
  return catalog;
}

/** The texts of a room in a language; those that are missing there in English. */
export async function completeCatalogOf(room: keyof Messages, language: string): Promise<Catalog> {
  const english = await catalogOf(room, "en");
  return language === "en" ? english : completed(english, await catalogOf(room, language).catch(() => NOTHING));
}

/** A room whose texts have not been translated yet; a test names it. */
const NOTHING: Catalog = {};

const completed = (english: Catalog, other: Catalog): Catalog =>
  Object.fromEntries(
    Object.entries(english).map(([key, text]) => {
      const translated = other[key];
      if (typeof text === "string") return [key, typeof translated === "string" ? translated : text];
      return [key, completed(text, typeof translated === "object" ? translated : {})];
    }),
  );
