"use client";

import { ChevronsUpDown } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { Overlay } from "./shell.tsx";

export type Person = { name: string; email: string; organization: string; role: string };
export type UserMenuProps = { person: Person; onOpen: (overlay: Overlay) => void };

const load = () => import("./opened-user-menu.tsx");
const Opened = lazy(async () => ({ default: (await load()).OpenedUserMenu }));

/** Who is signed in and where. The menu of what only concerns them is loaded when somebody reaches for it. */
export function UserMenu(props: UserMenuProps) {
  const [isOpened, setIsOpened] = useState(false);
  const closed = (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void load()}
      onClick={() => setIsOpened(true)}
      className={WHO_LOOK}
    >
      <Who person={props.person} />
    </button>
  );
  return isOpened ? (
    <Suspense fallback={closed}>
      <Opened {...props} />
    </Suspense>
  ) : (
    closed
  );
}

export const WHO_LOOK =
  "flex items-center gap-3 rounded-lg text-left text-sm hover:bg-code lg:w-full lg:p-2 lg:group-data-[rail]/shell:justify-center";

export function Who({ person }: { person: Person }) {
  return (
    <>
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
    </>
  );
}

const initials = (name: string) =>
  name
    .split(/\s+/)
    .map((word) => word[0] ?? "")
    .slice(0, 2)
    .join("")
    .toUpperCase();
