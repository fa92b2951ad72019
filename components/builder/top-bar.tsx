"use client";

import { History, ListChecks, Play, Redo2, Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { FAULTS, type WorkState } from "../drafts/use-publishing.ts";
import { routeTo } from "../screens/screens.ts";
import { MayChange } from "../shell/may-change.tsx";
import { Button } from "../ui/button.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Link } from "../ui/link.tsx";
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
  const name = textOf(useElement().name);
  const elementKey = useBuilder((builder) => builder.elementKey);
  const revision = useBuilder((builder) => builder.revision);
  const canUndo = useBuilder(({ history }) => history.past.length > 0);
  const canRedo = useBuilder(({ history }) => history.future.length > 0);
  const undo = useBuilder((builder) => builder.undo);
  const redo = useBuilder((builder) => builder.redo);
  return (
    <header
      data-region
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-b bg-surface px-4 py-2"
    >
      <div className="min-w-0 flex-1 basis-48">
        <Link
          href={elementKey === null ? routeTo("elements") : routeTo("element", { elementKey })}
          className="text-accent text-xs hover:underline"
        >
          <span aria-hidden="true">‹ </span>
          {t(elementKey === null ? "bar.elements" : "bar.element")}
        </Link>
        <h1 className="truncate font-semibold leading-tight">{name || t("layout.nameless")}</h1>
      </div>
      <p role="status" className={`text-sm ${FAULTS.includes(state) ? "text-failure" : "text-muted"}`}>
        {t(`bar.states.${state}`)}
        {state === "published" && revision !== null && (
          <span className="text-muted">{t("bar.revision", { revision: String(revision) })}</span>
        )}
      </p>
      <div className="flex min-w-0 flex-wrap items-center sm:gap-1">
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
        <MayChange>
          <Button id={TEST_BUTTON} aria-expanded={isTesting} onClick={onTest} title="Ctrl Enter">
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
            className="ml-1"
          >
            {t("bar.publish")}
          </Button>
        </MayChange>
      </div>
    </header>
  );
}
