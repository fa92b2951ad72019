"use client";

import { Redo2, Undo2 } from "lucide-react";
import type { Route } from "next";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { MayChange } from "../shell/may-change.tsx";
import { Button } from "../ui/button.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Link } from "../ui/link.tsx";
import { useKeyNames } from "../ui/use-key-names.ts";
import { FAULTS, type WorkState } from "./use-publishing.ts";

type Props = {
  back: { href: Route; label: string };
  title: ReactNode;
  state: WorkState;
  revision: number | null;
  undo: { canUndo: boolean; canRedo: boolean; onUndo: () => void; onRedo: () => void };
  /** The buttons that show or open something, between undoing and trying. */
  views: ReactNode;
  /** The button that tries the draft. */
  trial: ReactNode;
  publish: { label: string; onPublish: () => void };
  /** Whether it says why somebody may not change the draft. */
  isExplained?: boolean;
};

/** The name and status of a draft, and the actions on it. */
export function DraftBar({ back, title, state, revision, undo, views, trial, publish, isExplained = false }: Props) {
  const t = useTranslations("drafts.bar");
  const keyNames = useKeyNames();
  return (
    <header
      data-region
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-b bg-surface px-4 py-2"
    >
      <div className="min-w-0 flex-1 basis-48">
        <Link href={back.href} className="text-accent text-xs hover:underline">
          <span aria-hidden="true">‹ </span>
          {back.label}
        </Link>
        <h1 className="truncate font-semibold leading-tight">{title}</h1>
      </div>
      <p role="status" className={`text-sm ${FAULTS.includes(state) ? "text-failure" : "text-muted"}`}>
        {t(`states.${state}`)}
        {state === "published" && revision !== null && (
          <span className="text-muted">{t("revision", { revision: String(revision) })}</span>
        )}
      </p>
      <div className="flex min-w-0 flex-wrap items-center sm:gap-1">
        <MayChange>
          <IconButton label={t("undo")} keys="Ctrl Z" disabled={!undo.canUndo} onClick={undo.onUndo}>
            <Undo2 aria-hidden="true" className="size-4" />
          </IconButton>
          <IconButton label={t("redo")} keys="Ctrl Shift Z" disabled={!undo.canRedo} onClick={undo.onRedo}>
            <Redo2 aria-hidden="true" className="size-4" />
          </IconButton>
        </MayChange>
        {views}
      </div>
      <div className="flex min-w-0 flex-wrap items-center gap-x-1 gap-y-2">
        <MayChange isExplained={isExplained}>
          {trial}
          <Button
            kind="primary"
            aria-haspopup="dialog"
            onClick={publish.onPublish}
            isBusy={state === "publishing"}
            isIdle={state === "published"}
            title={keyNames("Ctrl S")}
          >
            {publish.label}
          </Button>
        </MayChange>
      </div>
    </header>
  );
}
