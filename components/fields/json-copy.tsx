"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { MayChange } from "../shell/may-change.tsx";
import { Button } from "../ui/button.tsx";
import { CodeEditor } from "./code-editor.tsx";
import { useUnappliedText } from "./unapplied-texts.tsx";

type Props = {
  /** Identifies the edited text in its editor. */
  name: string;
  label: string;
  /** The current state of what is edited. */
  value: unknown;
  rows?: number;
  /** Applies the text; throws an error with the reason if it cannot. */
  onApply: (json: unknown) => void;
  /** Other buttons. */
  children?: ReactNode;
};

/** A part of a draft as JSON, which is applied by a button. If the draft has changed since it was edited, it says so first. */
export function JsonCopy({ name, label, value, rows, onApply, children }: Props) {
  const t = useTranslations("ui.jsonCopy");
  const { text, isEdited, isOutdated, edit, forget } = useUnappliedText(name, JSON.stringify(value, null, 2));
  const [problem, setProblem] = useState("");
  function apply() {
    try {
      onApply(JSON.parse(text));
      forget();
      setProblem("");
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  }
  return (
    <>
      <div className="min-h-0 flex-1 overflow-auto">
        <CodeEditor label={label} language="json" value={text} onChange={edit} {...(rows && { rows })} />
      </div>
      {isOutdated && (
        <p role="alert" className="text-sm">
          {t("outdated")}
        </p>
      )}
      {problem && (
        <p role="alert" className="break-words text-failure text-sm">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {children}
        {isEdited && (
          <Button
            onClick={() => {
              forget();
              setProblem("");
            }}
          >
            {t("discard")}
          </Button>
        )}
        <MayChange>
          <Button kind="primary" isIdle={!isEdited} onClick={apply}>
            {t(isOutdated ? "replace" : "apply")}
          </Button>
        </MayChange>
      </div>
    </>
  );
}
