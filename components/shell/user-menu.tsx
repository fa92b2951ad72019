"use client";

import { lazy, Suspense, useState } from "react";
import { ACCOUNT_LABEL_CLASS, AccountLabel, type Person } from "./account-label.tsx";
import type { Overlay } from "./overlay.ts";

type Props = { person: Person; onOpen: (overlay: Overlay) => void };

const load = () => import("./opened-user-menu.tsx");
const Opened = lazy(async () => ({ default: (await load()).OpenedUserMenu }));

/** Shows the user and the organization. The menu itself is loaded when the user is about to open it. */
export function UserMenu(props: Props) {
  const [isOpened, setIsOpened] = useState(false);
  const closed = (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void load()}
      onClick={() => setIsOpened(true)}
      className={ACCOUNT_LABEL_CLASS}
    >
      <AccountLabel person={props.person} />
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
