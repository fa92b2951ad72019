"use client";

import { useState } from "react";
import { lazyDialog } from "../ui/lazy-component.tsx";
import { ACCOUNT_LABEL_CLASS, AccountLabel, type Person } from "./account-label.tsx";
import type { MenuProps } from "./opened-user-menu.tsx";
import type { Overlay } from "./overlay.ts";

const OpenedUserMenu = lazyDialog(async () => (await import("./opened-user-menu.tsx")).OpenedUserMenu, ClosedUserMenu);

/** Shows the user and the organization. The menu itself is loaded after the page. */
export function UserMenu({ person, onOpen }: { person: Person; onOpen: (overlay: Overlay) => void }) {
  const [isOpen, setIsOpen] = useState(false);
  return <OpenedUserMenu person={person} onOpen={onOpen} open={isOpen} onOpenChange={setIsOpen} />;
}

function ClosedUserMenu({ person, onOpenChange }: MenuProps) {
  return (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => onOpenChange(true)}
      className={ACCOUNT_LABEL_CLASS}
    >
      <AccountLabel person={person} />
    </button>
  );
}
