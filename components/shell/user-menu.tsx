"use client";

import { Menu } from "@base-ui/react/menu";
import { Check, ChevronsUpDown, Keyboard, KeyRound, LogOut } from "lucide-react";
import { signOut } from "next-auth/react";
import { useRef } from "react";
import { LOOKS, type Look, useLook } from "./look.ts";
import type { Overlay } from "./shell.tsx";

export type Person = { name: string; email: string; organization: string; role: string };

const ITEM =
  "flex cursor-default items-center gap-2.5 rounded-lg px-3 py-2 text-sm outline-none data-[highlighted]:bg-tint";

/** Who is signed in and where, with what only concerns them. */
export function UserMenu({ person, onOpen }: { person: Person; onOpen: (overlay: Overlay) => void }) {
  const [look, chooseLook] = useLook();
  // The menu opens inside of the page's header, which is a landmark.
  const place = useRef<HTMLDivElement>(null);
  return (
    <div ref={place}>
      <Menu.Root>
        <Menu.Trigger className="flex items-center gap-3 rounded-lg text-left text-sm hover:bg-code lg:w-full lg:p-2 lg:group-data-[rail]/shell:justify-center">
          <span
            aria-hidden="true"
            className="flex size-10 shrink-0 items-center justify-center rounded-full bg-tint font-semibold text-accent text-xs lg:size-9"
          >
            {initials(person.name)}
          </span>
          <span className="sr-only min-w-0 flex-1 lg:not-sr-only lg:group-data-[rail]/shell:sr-only">
            <span className="block truncate font-medium">{person.organization}</span>
            <span className="block truncate text-muted text-xs">{person.name}</span>
            <span className="sr-only">, your menu</span>
          </span>
          <ChevronsUpDown
            aria-hidden="true"
            className="hidden size-4 text-muted lg:block lg:group-data-[rail]/shell:hidden"
          />
        </Menu.Trigger>
        <Menu.Portal container={place}>
          <Menu.Positioner sideOffset={8} align="end" className="z-40">
            <Menu.Popup className="w-64 rounded-xl border border-line bg-surface p-1.5 shadow-xl outline-none">
              <div className="px-3 py-2">
                <p className="truncate font-medium text-sm">{person.name}</p>
                <p className="truncate text-muted text-xs">{person.email}</p>
                <p className="mt-1 text-muted text-xs">
                  {person.role} of {person.organization}
                </p>
              </div>
              <Menu.Separator className="my-1.5 border-line border-t" />
              <Menu.Item className={ITEM} onClick={() => onOpen("secrets")}>
                <KeyRound aria-hidden="true" className="size-4 text-muted" />
                Secrets for the API
              </Menu.Item>
              <Menu.Item className={ITEM} onClick={() => onOpen("shortcuts")}>
                <Keyboard aria-hidden="true" className="size-4 text-muted" />
                Keyboard shortcuts
              </Menu.Item>
              <Menu.Separator className="my-1.5 border-line border-t" />
              <Menu.RadioGroup aria-label="Look" value={look} onValueChange={(wanted: Look) => chooseLook(wanted)}>
                {Object.entries(LOOKS).map(([value, label]) => (
                  <Menu.RadioItem key={value} value={value} className={ITEM}>
                    <span className="flex size-4 items-center justify-center text-accent">
                      <Menu.RadioItemIndicator>
                        <Check aria-hidden="true" className="size-4" />
                      </Menu.RadioItemIndicator>
                    </span>
                    {label}
                  </Menu.RadioItem>
                ))}
              </Menu.RadioGroup>
              <Menu.Separator className="my-1.5 border-line border-t" />
              <Menu.Item className={ITEM} onClick={() => void signOut({ callbackUrl: "/sign-in" })}>
                <LogOut aria-hidden="true" className="size-4 text-muted" />
                Sign out
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </div>
  );
}

const initials = (name: string) =>
  name
    .split(/\s+/)
    .map((word) => word[0] ?? "")
    .slice(0, 2)
    .join("")
    .toUpperCase();
