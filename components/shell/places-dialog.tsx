"use client";

import { useTranslations } from "next-intl";
import { Dialog } from "../ui/dialog.tsx";
import { Link } from "../ui/link.tsx";
import type { Person } from "./account-label.tsx";
import { destinationGroupsOf } from "./destinations.ts";

type Props = { person: Person; open: boolean; onOpenChange: (open: boolean) => void };

/** All places of the Workbench, for phones. */
export function PlacesDialog({ person, open, onOpenChange }: Props) {
  const t = useTranslations("shell");
  return (
    <Dialog title={t("frame.places")} open={open} onOpenChange={onOpenChange}>
      <div className="grid gap-5">
        {destinationGroupsOf(person).map(({ group, destinations }) => (
          <div key={group}>
            {group !== "start" && (
              <h3 id={`places-${group}`} className="pb-1 font-medium text-muted text-sm">
                {t(`destinationGroups.${group}`)}
              </h3>
            )}
            <ul aria-labelledby={group === "start" ? undefined : `places-${group}`} className="grid grid-cols-2 gap-1">
              {destinations.map(({ key, href, Icon }) => (
                <li key={href} className="min-w-0">
                  <Link
                    href={href}
                    onClick={() => onOpenChange(false)}
                    className="flex min-h-11 items-center gap-3 rounded-lg px-2 text-sm hover:bg-tint"
                  >
                    <Icon aria-hidden="true" className="size-5 shrink-0 text-muted" />
                    <span className="min-w-0 break-words">{t(`destinations.${key}.label`)}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </Dialog>
  );
}
