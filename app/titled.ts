import type { Metadata } from "next";
import type { Messages } from "next-intl";
import { getTranslations } from "next-intl/server";

/** The title of a page, in the language of who asks: `export const generateMetadata = titled("home");`. */
export const titled = (page: keyof Messages["shell"]["titles"]) => async (): Promise<Metadata> => {
  const t = await getTranslations("shell.titles");
  return { title: t(page) };
};
