"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { CodeEditor } from "../../fields/code-editor.tsx";
import { Button } from "../../ui/button.tsx";
import { Failed } from "../../ui/states.tsx";

type Props = {
  label: string;
  rows: number;
  text: string;
  onChange: (text: string) => void;
  /** Content beside the button: a hint, or other buttons. */
  beside: ReactNode;
  verb: string;
  isBusy: boolean;
  isBlocked: boolean;
  /** Whether the text is sent as it is, JSON or not. */
  isText?: boolean;
  onSend: (value: unknown) => void;
  error: Parameters<typeof Failed>[0]["error"] | null;
};

/** Text that must be JSON, unless `isText`, before it is sent, with the reason if it is not, or if it was refused. */
export function JsonSample({
  label,
  rows,
  text,
  onChange,
  beside,
  verb,
  isBusy,
  isBlocked,
  isText = false,
  onSend,
  error,
}: Props) {
  const t = useTranslations("builder.jsonSample");
  const [problem, setProblem] = useState("");

  function send() {
    if (isText) return onSend(text);
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (failed) {
      return setProblem(t("notJson", { reason: failed instanceof Error ? failed.message : String(failed) }));
    }
    setProblem("");
    onSend(value);
  }

  return (
    <>
      <CodeEditor label={label} language="json" rows={rows} value={text} onChange={onChange} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        {beside}
        <Button className="ml-auto" isBusy={isBusy} disabled={isBlocked || text.trim() === ""} onClick={send}>
          {verb}
        </Button>
      </div>
      {problem && (
        <p role="alert" className="break-words text-failure text-sm">
          {problem}
        </p>
      )}
      {error && <Failed error={error} />}
    </>
  );
}
