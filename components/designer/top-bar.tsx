"use client";

import { Braces, History, Play } from "lucide-react";
import { useTranslations } from "next-intl";
import { DraftBar } from "../drafts/draft-bar.tsx";
import type { WorkState } from "../drafts/use-publishing.ts";
import { routeTo } from "../screens/screens.ts";
import { Button } from "../ui/button.tsx";
import { IconButton } from "../ui/icon-button.tsx";
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
    <DraftBar
      back={
        formulaId === null
          ? { href: routeTo("formulas"), label: t("bar.formulas") }
          : { href: routeTo("formula", { formulaId }), label: t("bar.formula") }
      }
      title={
        <button
          type="button"
          onClick={() => select(null)}
          title={t("bar.settings")}
          className="max-w-full truncate hover:text-accent"
        >
          {name || t("layout.nameless")}
        </button>
      }
      state={state}
      revision={revision}
      undo={{
        ...{ canUndo, canRedo },
        onUndo: () => undo(t("announcements.undone")),
        onRedo: () => redo(t("announcements.redone")),
      }}
      views={
        <>
          <IconButton label={t("bar.json")} keys="J" isPressed={isJson} onClick={onJson}>
            <Braces aria-hidden="true" className="size-4" />
          </IconButton>
          {formulaId !== null && (
            <IconButton opens="dialog" label={t("bar.history")} keys={t("bar.historyKeys")} onClick={onHistory}>
              <History aria-hidden="true" className="size-4" />
            </IconButton>
          )}
        </>
      }
      trial={
        <Button onClick={onRun}>
          <Play aria-hidden="true" className="size-4 max-sm:hidden" />
          {t("bar.test")}
        </Button>
      }
      publish={{ label: t("bar.publish"), onPublish }}
      isExplained
    />
  );
}
