"use client";

import { Braces, History, Play, Redo2, Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { FAULTS, type WorkState } from "../drafts/use-publishing.ts";
import { routeTo } from "../screens/screens.ts";
import { MayChange } from "../shell/may-change.tsx";
import { Button } from "../ui/button.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Link } from "../ui/link.tsx";
import { useDesign, useDraft } from "./model/design.ts";

type Props = {
  state: WorkState;
  isJson: boolean;
  onJson: () => void;
  onRun: () => void;
  onHistory: () => void;
  onPublish: () => void;
};

/** The name and status of the formula, and the actions on it. */
export function TopBar({ state, isJson, onJson, onRun, onHistory, onPublish }: Props) {
  const t = useTranslations("designer");
  const { name } = useDraft();
  const formulaId = useDesign((design) => design.formulaId);
  const revision = useDesign((design) => design.revision);
  const canUndo = useDesign(({ history }) => history.past.length > 0);
  const canRedo = useDesign(({ history }) => history.future.length > 0);
  const undo = useDesign((design) => design.undo);
  const redo = useDesign((design) => design.redo);
  const select = useDesign((design) => design.select);
  return (
    <header
      data-region
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-b bg-surface px-4 py-2"
    >
      <div className="min-w-0 flex-1 basis-48">
        <Link
          href={formulaId === null ? routeTo("formulas") : routeTo("formula", { formulaId })}
          className="text-accent text-xs hover:underline"
        >
          <span aria-hidden="true">‹ </span>
          {t(formulaId === null ? "bar.formulas" : "bar.formula")}
        </Link>
        <h1 className="truncate font-semibold leading-tight">
          <button
            type="button"
            onClick={() => select(null)}
            title={t("bar.settings")}
            className="max-w-full truncate hover:text-accent"
          >
            {name || t("layout.nameless")}
          </button>
        </h1>
      </div>
      <p role="status" className={`text-sm ${FAULTS.includes(state) ? "text-failure" : "text-muted"}`}>
        {t(`bar.states.${state}`)}
        {state === "published" && revision !== null && (
          <span className="text-muted">{t("bar.revision", { revision: String(revision) })}</span>
        )}
      </p>
      <div className="flex flex-wrap items-center sm:gap-1">
        <MayChange>
          <IconButton
            label={t("bar.undo")}
            keys="Ctrl Z"
            disabled={!canUndo}
            onClick={() => undo(t("announcements.undone"))}
          >
            <Undo2 aria-hidden="true" className="size-4" />
          </IconButton>
          <IconButton
            label={t("bar.redo")}
            keys="Ctrl Shift Z"
            disabled={!canRedo}
            onClick={() => redo(t("announcements.redone"))}
          >
            <Redo2 aria-hidden="true" className="size-4" />
          </IconButton>
        </MayChange>
        <IconButton label={t("bar.json")} keys="J" isPressed={isJson} onClick={onJson}>
          <Braces aria-hidden="true" className="size-4" />
        </IconButton>
        {formulaId !== null && (
          <IconButton opens="dialog" label={t("bar.history")} keys={t("bar.historyKeys")} onClick={onHistory}>
            <History aria-hidden="true" className="size-4" />
          </IconButton>
        )}
        <MayChange isExplained>
          <Button onClick={onRun} className="ml-1">
            <Play aria-hidden="true" className="size-4 max-sm:hidden" />
            {t("bar.test")}
          </Button>
          <Button
            kind="primary"
            aria-haspopup="dialog"
            onClick={onPublish}
            isBusy={state === "publishing"}
            isIdle={state === "published"}
            title="Ctrl S"
            className="ml-1 sm:ml-0"
          >
            {t("bar.publish")}
          </Button>
        </MayChange>
      </div>
    </header>
  );
}
