"use client";

import { Search } from "lucide-react";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { routeTo } from "../screens/screens.ts";
import { lazyDialog } from "../ui/lazy-component.tsx";
import { Link } from "../ui/link.tsx";
import { localCopiesIn } from "../ui/local-copy.ts";
import { Logo } from "../ui/logo.tsx";
import { goToRegion } from "../ui/regions.ts";
import { useTabStorage } from "../ui/tab-storage.tsx";
import { hasUnsavedInput, useHistoryQuestion } from "../ui/unsaved-input.ts";
import { useKeyNames } from "../ui/use-key-names.ts";
import { useLeavingWarning } from "../ui/use-leaving-warning.ts";
import { useQueryEntries } from "../ui/use-query-entries.ts";
import type { Person } from "./account-label.tsx";
import { useFocusAfterRemoval } from "./focus-after-removal.ts";
import { MayChangeProvider } from "./may-change.tsx";
import { SideNavigation, TabBar } from "./navigation.tsx";
import { OfflineNotice } from "./offline-notice.tsx";
import { OpeningBar } from "./opening-bar.tsx";
import { OtherUserNotice } from "./other-user-notice.tsx";
import type { Overlay } from "./overlay.ts";
import { useShortcuts } from "./use-shortcuts.ts";
import { UserMenu } from "./user-menu.tsx";

const CommandPalette = lazyDialog(async () => (await import("./command-palette.tsx")).CommandPalette);
const ShortcutSheet = lazyDialog(async () => (await import("./shortcut-sheet.tsx")).ShortcutSheet);
const InviteDialog = lazyDialog(async () => (await import("../invite/invite-dialog.tsx")).InviteDialog);
const MessagesDialog = lazyDialog(async () => (await import("./messages-dialog.tsx")).MessagesDialog);
const SecretsDialog = lazyDialog(async () => (await import("./secrets-dialog.tsx")).SecretsDialog);

/** The frame of every page: navigation, search, and the user menu. */
export function Shell({ person, children }: { person: Person; children: ReactNode }) {
  const t = useTranslations("shell.frame");
  const keyNames = useKeyNames();
  const [overlay, setOverlay] = useState<Overlay>(null);
  const storage = useTabStorage();
  useFocusAfterRemoval();
  useLeavingWarning(() => {
    storage.keepAll();
    return localCopiesIn(storage).length > 0 || hasUnsavedInput();
  });
  useHistoryQuestion();
  useQueryEntries();
  useShortcuts("everywhere", {
    search: () => setOverlay("palette"),
    searchHere: () => document.querySelector<HTMLInputElement>("main input[type=search]")?.focus(),
    region: () => goToRegion(1),
    regionBefore: () => goToRegion(-1),
    sheet: () => setOverlay("shortcuts"),
  });
  const shows = (name: Overlay) => ({
    open: overlay === name,
    onOpenChange: (open: boolean) => setOverlay(open ? name : null),
  });
  const isDesigner = usePathname().endsWith("/design");
  return (
    <div
      data-rail={isDesigner || undefined}
      className="group/shell lg:grid lg:grid-cols-[15.5rem_minmax(0,1fr)] lg:data-[rail]:grid-cols-[4.5rem_minmax(0,1fr)]"
    >
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50 focus:rounded-md focus:bg-surface focus:px-3 focus:py-2"
      >
        {t("skip")}
      </a>
      <OpeningBar />
      <header
        data-region
        className="sticky top-0 z-30 flex items-center gap-2 border-line border-b bg-surface px-4 py-2.5 short:static short:flex-wrap lg:h-dvh lg:flex-col lg:items-stretch lg:gap-6 lg:border-r lg:border-b-0 lg:p-4 lg:group-data-[rail]/shell:px-2.5"
      >
        <Link href={routeTo("home")} className="flex-1 rounded-lg lg:flex-none lg:px-1 lg:pt-1" aria-label={t("home")}>
          <Logo />
        </Link>
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => setOverlay("palette")}
          title={t("searchTitle")}
          className="flex min-h-10 items-center gap-2 rounded-lg border border-line px-3 text-muted text-sm hover:border-accent lg:group-data-[rail]/shell:justify-center"
        >
          <Search aria-hidden="true" className="size-4" />
          <span className="sr-only flex-1 text-left lg:not-sr-only lg:group-data-[rail]/shell:sr-only">
            {t("search")}
          </span>
          <kbd className="hidden rounded border border-line px-1.5 font-sans text-xs lg:inline lg:group-data-[rail]/shell:hidden">
            {keyNames("Ctrl K")}
          </kbd>
        </button>
        <SideNavigation person={person} />
        <TabBar person={person} />
        <UserMenu person={person} onOpen={setOverlay} />
      </header>
      <main id="content" data-region tabIndex={-1} className="min-w-0 pb-20 outline-none short:pb-0 lg:pb-0">
        <OfflineNotice />
        <OtherUserNotice person={person} />
        <MayChangeProvider value={!person.isViewer}>{children}</MayChangeProvider>
      </main>
      <CommandPalette {...shows("palette")} person={person} onOverlay={setOverlay} />
      <ShortcutSheet {...shows("shortcuts")} />
      <SecretsDialog {...shows("secrets")} />
      <InviteDialog {...shows("invite")} />
      <MessagesDialog {...shows("messages")} />
    </div>
  );
}
