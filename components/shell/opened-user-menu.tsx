"use client";

import { Menu } from "@base-ui/react/menu";
import { Bell, BookOpen, Check, Keyboard, KeyRound, LogOut, ShieldCheck, UserPlus } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { LANGUAGES, LOCALE_COOKIE } from "../languages/locales.ts";
import { routeTo } from "../screens/screens.ts";
import { Link } from "../ui/link.tsx";
import { ACCOUNT_LABEL_CLASS, AccountLabel, type Person } from "./account-label.tsx";
import { COLOR_SCHEMES, type ColorScheme, useColorScheme } from "./color-scheme.ts";
import type { Overlay } from "./overlay.ts";
import { SignOutDialog } from "./sign-out-dialog.tsx";
import { useSignOut } from "./use-sign-out.ts";

const YEAR_S = 365 * 24 * 3600;

/** Stores the language for a year. The page is read again: its texts are rendered on the server. */
function chooseLocale(locale: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in all browsers.
  document.cookie = `${LOCALE_COOKIE}=${locale}; path=/; max-age=${YEAR_S}; samesite=lax`;
  location.reload();
}

const ITEM =
  "flex cursor-default items-center gap-2.5 rounded-lg px-3 py-2 text-sm outline-none data-[highlighted]:bg-tint";

export type MenuProps = {
  person: Person;
  onOpen: (overlay: Overlay) => void;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** The user menu, once it has been opened. */
export function OpenedUserMenu({ person, onOpen, open, onOpenChange }: MenuProps) {
  const t = useTranslations("shell.menu");
  const locale = useLocale();
  const signOut = useSignOut();
  const trigger = useRef<HTMLButtonElement>(null);
  const [look, chooseLook] = useColorScheme();
  // The menu is rendered inside the page header, which is a landmark.
  const [place, setPlace] = useState<HTMLElement | null>(null);
  return (
    <div ref={setPlace}>
      {place && (
        <Menu.Root open={open} onOpenChange={onOpenChange}>
          <Menu.Trigger ref={trigger} className={ACCOUNT_LABEL_CLASS}>
            <AccountLabel person={person} />
          </Menu.Trigger>
          <Menu.Portal container={place}>
            <Menu.Positioner positionMethod="fixed" sideOffset={8} align="end" className="z-40">
              <Menu.Popup className="w-64 rounded-xl border border-line bg-surface p-1.5 shadow-xl outline-none">
                <div className="px-3 py-2">
                  <p className="truncate font-medium text-sm">{person.name}</p>
                  <p className="truncate text-muted text-xs">{person.email}</p>
                  <p className="mt-1 text-muted text-xs">
                    {t("role", { role: person.role, organization: person.organization })}
                  </p>
                </div>
                <Menu.Separator className="my-1.5 border-line border-t" />
                <Menu.Item className={ITEM} onClick={() => onOpen("secrets")}>
                  <KeyRound aria-hidden="true" className="size-4 text-muted" />
                  {t("secrets")}
                </Menu.Item>
                <Menu.LinkItem className={ITEM} render={<Link href={routeTo("security")} />}>
                  <ShieldCheck aria-hidden="true" className="size-4 text-muted" />
                  {t("security")}
                </Menu.LinkItem>
                {person.mayInvite && (
                  <Menu.Item className={ITEM} onClick={() => onOpen("invite")}>
                    <UserPlus aria-hidden="true" className="size-4 text-muted" />
                    {t("invite")}
                  </Menu.Item>
                )}
                <Menu.Item className={ITEM} onClick={() => onOpen("messages")}>
                  <Bell aria-hidden="true" className="size-4 text-muted" />
                  {t("messages")}
                </Menu.Item>
                <Menu.Item className={ITEM} onClick={() => onOpen("shortcuts")}>
                  <Keyboard aria-hidden="true" className="size-4 text-muted" />
                  {t("shortcuts")}
                </Menu.Item>
                <Menu.LinkItem className={ITEM} href={routeTo("docs")} target="_blank">
                  <BookOpen aria-hidden="true" className="size-4 text-muted" />
                  {t("docs")}
                </Menu.LinkItem>
                <Menu.Separator className="my-1.5 border-line border-t" />
                <Menu.RadioGroup
                  aria-label={t("look")}
                  value={look}
                  onValueChange={(wanted: ColorScheme) => chooseLook(wanted)}
                >
                  {COLOR_SCHEMES.map((one) => (
                    <Menu.RadioItem key={one} value={one} className={ITEM}>
                      <span className="flex size-4 items-center justify-center text-accent">
                        <Menu.RadioItemIndicator>
                          <Check aria-hidden="true" className="size-4" />
                        </Menu.RadioItemIndicator>
                      </span>
                      {t(`looks.${one}`)}
                    </Menu.RadioItem>
                  ))}
                </Menu.RadioGroup>
                <Menu.Separator className="my-1.5 border-line border-t" />
                <Menu.RadioGroup aria-label={t("language")} value={locale} onValueChange={chooseLocale}>
                  {Object.entries(LANGUAGES).map(([one, name]) => (
                    <Menu.RadioItem key={one} value={one} lang={one} className={ITEM}>
                      <span className="flex size-4 items-center justify-center text-accent">
                        <Menu.RadioItemIndicator>
                          <Check aria-hidden="true" className="size-4" />
                        </Menu.RadioItemIndicator>
                      </span>
                      {name}
                    </Menu.RadioItem>
                  ))}
                </Menu.RadioGroup>
                <Menu.Separator className="my-1.5 border-line border-t" />
                <Menu.Item className={ITEM} onClick={() => void signOut.begin()}>
                  <LogOut aria-hidden="true" className="size-4 text-muted" />
                  {t("signOut")}
                </Menu.Item>
              </Menu.Popup>
            </Menu.Positioner>
          </Menu.Portal>
        </Menu.Root>
      )}
      <SignOutDialog {...signOut} opener={trigger} />
    </div>
  );
}
