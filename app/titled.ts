import type { Metadata } from "next";
import type { Messages } from "next-intl";
import { getTranslations } from "next-intl/server";

/** Titles that say more than a kind are set by their screens, which know the names. */
type Kind = Exclude<keyof Messages["shell"]["titles"], "run">;

/** The title of a page, in the language of who asks: `export const generateMetadata = titled("home");`. */
export const titled = (page: Kind) => async (): Promise<Metadata> => {
  const t = await getTranslations("shell.titles");
  return { title: t(page) };
};
