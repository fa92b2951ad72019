"use client";

import { useState } from "react";
import { CodeEditor } from "../../fields/code-editor.tsx";
import { MayChange } from "../../shell/may-change.tsx";
import { Button } from "../../ui/button.tsx";
import { useDesign, useDraft } from "../model/design.ts";
import { type Draft, type DraftStep, type DraftTrigger, isRecord, openDraft, type PartRef } from "../model/draft.ts";
import { useSpeech } from "../model/speech.ts";

type Props = { at: PartRef; part: DraftStep | DraftTrigger };

/** One part as JSON, to read, copy and edit; fields that its form does not know are preserved. */
export function PartJson(props: Props) {
  const { t } = useSpeech();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="border-line border-t pt-3" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="font-medium text-sm">{t("json.title")}</summary>
      {isOpen && <Editor {...props} />}
    </details>
  );
}

function Editor({ at, part }: Props) {
  const { t, title } = useSpeech();
  const draft = useDraft();
  const change = useDesign((design) => design.change);
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState("");
  const text = typed ?? JSON.stringify({ ...part, name: undefined }, null, 2);
  function apply() {
    try {
      const next: unknown = JSON.parse(text);
      if (!isRecord(next)) throw new TypeError(t("json.noObject"));
      if (Object.hasOwn(next, "name")) throw new TypeError(t("json.named"));
      change({ do: "replace", draft: withPart(draft, at, next) }, t("announcements.json"));
      setTyped(null);
      setProblem("");
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  }
  return (
    <div className="mt-3 grid gap-2">
      <CodeEditor label={t("json.part", { title: title(at, part) })} language="json" value={text} onChange={setTyped} />
      {problem && (
        <p role="alert" className="text-failure text-sm">
          {problem}
        </p>
      )}
      <MayChange>
        <Button className="justify-self-end" isIdle={typed === null} onClick={apply}>
          {t("json.apply")}
        </Button>
      </MayChange>
    </div>
  );
}

/** The draft with one part replaced, under the same name, so that references to it stay valid. */
const withPart = (draft: Draft, at: PartRef, next: Record<string, unknown>): Draft =>
  openDraft(
    "trigger" in at
      ? { ...draft, triggers: draft.triggers.map((trigger, index) => (index === at.trigger ? next : trigger)) }
      : { ...draft, steps: draft.steps.map((step) => (step.name === at.step ? { name: at.step, ...next } : step)) },
  );
