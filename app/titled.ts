import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { SCREENS, type TitledScreen } from "#components/screens/screens.ts";

/** The title of a page in the user's language: `export const generateMetadata = titled("home");`. */
export const titled = (screen: TitledScreen | "notFound") => async (): Promise<Metadata> => {
  const t = await getTranslations();
  return { title: t(screen === "notFound" ? "shell.titles.notFound" : SCREENS[screen].title) };
};
