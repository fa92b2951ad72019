"use client";

import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { CodeEditor } from "./code-editor.tsx";
import { useDesign, useDraft } from "./design.ts";
import { openDraft } from "./draft.ts";

/** The formula as it is saved, to read, copy and change; what the designer does not know stays in it. */
export function JsonView({ onClose }: { onClose: () => void }) {
  const draft = useDraft();
  const change = useDesign((design) => design.change);
  const [text, setText] = useState(() => JSON.stringify(draft, null, 2));
  const [problem, setProblem] = useState("");
  function apply() {
    try {
      change({ do: "replace", draft: openDraft(JSON.parse(text)) }, "Taken over from JSON.");
      onClose();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  }
  return (
    <section aria-label="JSON" className="flex h-full flex-col gap-3 p-4">
      <div className="min-h-0 flex-1 overflow-auto">
        <CodeEditor label="The formula as JSON" language="json" value={text} onChange={setText} rows={28} />
      </div>
      {problem && (
        <p role="alert" className="text-failure text-sm">
          {problem}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Back to the canvas</Button>
        <Button kind="primary" onClick={apply}>
          Take over
        </Button>
      </div>
    </section>
  );
}
