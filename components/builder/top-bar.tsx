"use client";

import { History, ListChecks, Play } from "lucide-react";
import { useTranslations } from "next-intl";
import { DraftBar } from "../drafts/draft-bar.tsx";
import type { WorkState } from "../drafts/use-publishing.ts";
import { routeTo } from "../screens/screens.ts";
import { Button } from "../ui/button.tsx";
import { useKeyNames } from "../ui/use-key-names.ts";
import { useBuilder, useElement } from "./model/builder.ts";
import { textOf } from "./model/paths.ts";

/** The id of the button that opens the dock. */
export const TEST_BUTTON = "builder-test";

type Props = {
  state: WorkState;
  isTesting: boolean;
  onTest: () => void;
  onChecklist: () => void;
  onHistory: () => void;
  onPublish: () => void;
};

/** The name and status of the element, and the actions on it. */
export function TopBar({ state, isTesting, onTest, onChecklist, onHistory, onPublish }: Props) {
  const t = useTranslations("builder");
  const keyNames = useKeyNames();
  const name = textOf(useElement().name);
  const elementKey = useBuilder((builder) => builder.elementKey);
  const revision = useBuilder((builder) => builder.revision);
  const canUndo = useBuilder(({ history }) => history.past.length > 0);
  const canRedo = useBuilder(({ history }) => history.future.length > 0);
  const undo = useBuilder((builder) => builder.undo);
  const redo = useBuilder((builder) => builder.redo);
  return (
    <DraftBar
      back={
        elementKey === null
          ? { href: routeTo("elements"), label: t("bar.elements") }
          : { href: routeTo("element", { elementKey }), label: t("bar.element") }
      }
      title={name || t("layout.nameless")}
      state={state}
      revision={revision}
      undo={{
        ...{ canUndo, canRedo },
        onUndo: () => undo(t("announcements.undone")),
        onRedo: () => redo(t("announcements.redone")),
      }}
      views={
        <>
          <Button kind="quiet" aria-haspopup="dialog" onClick={onChecklist}>
            <ListChecks aria-hidden="true" className="size-4" />
            <span className="max-sm:sr-only">{t("bar.checklist")}</span>
          </Button>
          {elementKey !== null && (
            <Button kind="quiet" aria-haspopup="dialog" onClick={onHistory}>
              <History aria-hidden="true" className="size-4" />
              <span className="max-sm:sr-only">{t("bar.history")}</span>
            </Button>
          )}
        </>
      }
      trial={
        <Button id={TEST_BUTTON} aria-expanded={isTesting} onClick={onTest} title={keyNames("Ctrl Enter")}>
          <Play aria-hidden="true" className="size-4 max-sm:hidden" />
          {t("bar.test")}
        </Button>
      }
      publish={{ label: t("bar.publish"), onPublish }}
    />
  );
}
