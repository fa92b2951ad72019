"use client";

import { lazy, Suspense, useState } from "react";
import type { Overlay } from "./shell.tsx";
import { type Person, WHO_LOOK, Who } from "./who.tsx";

type Props = { person: Person; onOpen: (overlay: Overlay) => void };

const load = () => import("./opened-user-menu.tsx");
const Opened = lazy(async () => ({ default: (await load()).OpenedUserMenu }));

/** Who is signed in and where. The menu of what only concerns them is loaded when somebody reaches for it. */
export function UserMenu(props: Props) {
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
