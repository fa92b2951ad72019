import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { RoomMessages } from "#components/messages/room-messages.tsx";
import "@fontsource-variable/inter";
import "./globals.css";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("shell");
  return { title: { default: "Formulary", template: "%s · Formulary" }, description: t("description") };
}

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f8fafc" },
    { media: "(prefers-color-scheme: dark)", color: "#0b1120" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const look = (await cookies()).get("look")?.value;
  return (
    <html
      lang={await getLocale()}
      data-look={look === "light" || look === "dark" ? look : undefined}
      suppressHydrationWarning
    >
      <body className="min-h-dvh font-sans">
        <RoomMessages rooms={["ui"]}>{children}</RoomMessages>
      </body>
    </html>
  );
}
