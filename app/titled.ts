import type { Metadata } from "next";
import type { Messages } from "next-intl";
import { getTranslations } from "next-intl/server";

/** Screens that show one object set their own titles, because only they know its name. */
type Kind = Exclude<keyof Messages["shell"]["titles"], "run">;

/** The title of a page in the user's language: `export const generateMetadata = titled("home");`. */
export const titled = (page: Kind) => async (): Promise<Metadata> => {
  const t = await getTranslations("shell.titles");
  return { title: t(page) };
};
