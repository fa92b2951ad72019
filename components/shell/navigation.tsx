"use client";

import { Ellipsis } from "lucide-react";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { lazyDialog } from "../ui/lazy-component.tsx";
import { Link } from "../ui/link.tsx";
import type { Person } from "./account-label.tsx";
import { destinationGroupsOf, destinationsOf } from "./destinations.ts";

const PlacesDialog = lazyDialog(async () => (await import("./places-dialog.tsx")).PlacesDialog);

/** Whether the page is this place, or below it. */
function useIsHere() {
  const path = usePathname();
  return (href: string) => path === href || path.startsWith(`${href}/`);
}

/** All places by group, beside the page. */
export function SideNavigation({ person }: { person: Person }) {
  const t = useTranslations("shell");
  const isHere = useIsHere();
  return (
    <nav
      aria-label={t("frame.navigation")}
      className="-m-1 hidden flex-1 content-start gap-3 overflow-y-auto overflow-x-hidden p-1 lg:grid"
    >
      {destinationGroupsOf(person).map(({ group, destinations }) => (
        <div key={group}>
          {group !== "start" && (
            <h2
              id={`navigation-${group}`}
              className="px-2 pb-1 font-medium text-muted text-xs group-data-[rail]/shell:sr-only"
            >
              {t(`destinationGroups.${group}`)}
            </h2>
          )}
          <ul aria-labelledby={group === "start" ? undefined : `navigation-${group}`} className="grid gap-0.5">
            {destinations.map(({ key, href, Icon }) => (
              <li key={href} className="min-w-0">
                <Link
                  href={href}
                  aria-current={isHere(href) ? "page" : undefined}
                  title={t(`destinations.${key}.description`)}
                  className="flex items-center gap-2.5 rounded-lg px-2 py-1.5 font-medium text-muted text-sm hover:bg-code hover:text-ink aria-[current=page]:bg-tint aria-[current=page]:text-accent group-data-[rail]/shell:justify-center"
                >
                  <Icon aria-hidden="true" className="size-[1.125rem] shrink-0" />
                  <span className="min-w-0 break-words group-data-[rail]/shell:sr-only">
                    {t(`destinations.${key}.label`)}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** The places with room in the bar of a phone. */
const IN_BAR = ["home", "formulas", "runs", "connections"];
const TAB =
  "flex w-full flex-col items-center gap-0.5 px-1 py-2 font-medium text-muted text-xs hover:text-ink aria-[current=page]:text-accent";

/** The most important places at the bottom of a phone; a dialog has all of them. */
export function TabBar({ person }: { person: Person }) {
  const t = useTranslations("shell");
  const isHere = useIsHere();
  const [isOpen, setIsOpen] = useState(false);
  const places = destinationsOf(person);
  const isElsewhere = places.some(({ key, href }) => !IN_BAR.includes(key) && isHere(href));
  return (
    <nav
      aria-label={t("frame.navigation")}
      className="fixed inset-x-0 bottom-0 border-line border-t bg-surface short:static short:order-last short:-mb-2.5 short:w-full lg:hidden"
    >
      {/* Long labels take the room that short ones leave. */}
      <ul className="flex">
        {places
          .filter(({ key }) => IN_BAR.includes(key))
          .sort((one, other) => IN_BAR.indexOf(one.key) - IN_BAR.indexOf(other.key))
          .map(({ key, href, Icon }) => (
            <li key={href} className="min-w-0 flex-auto">
              <Link href={href} aria-current={isHere(href) ? "page" : undefined} className={TAB}>
                <Icon aria-hidden="true" className="size-5" />
                <span className="max-w-full truncate">{t(`destinations.${key}.label`)}</span>
              </Link>
            </li>
          ))}
        <li className="min-w-0 flex-auto">
          <button
            type="button"
            aria-haspopup="dialog"
            aria-current={isElsewhere ? "page" : undefined}
            onClick={() => setIsOpen(true)}
            className={TAB}
          >
            <Ellipsis aria-hidden="true" className="size-5" />
            <span className="max-w-full truncate">{t("frame.more")}</span>
          </button>
        </li>
      </ul>
      <PlacesDialog person={person} open={isOpen} onOpenChange={setIsOpen} />
    </nav>
  );
}
