"use client";

import { lazy, Suspense } from "react";
import { INPUT_LOOK } from "../ui/text-field.tsx";

export type CodeEditorProps = {
  label: string;
  language: "javascript" | "json";
  value: string;
  onChange: (value: string) => void;
  /** Declarations of what the code can reach, in TypeScript. */
  globals?: string;
  rows?: number;
};

const Monaco = lazy(() => import("./monaco-editor.tsx"));

/** Code in Monaco, which is loaded when it is first needed; until then, and where it cannot be loaded, in a plain field. */
export function CodeEditor(props: CodeEditorProps) {
  return (
    <Suspense fallback={<PlainEditor {...props} />}>
      <Monaco {...props} />
    </Suspense>
  );
}

function PlainEditor({ label, value, onChange, rows = 12 }: CodeEditorProps) {
  return (
    <textarea
      aria-label={label}
      rows={rows}
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={`${INPUT_LOOK} resize-y font-mono text-[0.8125rem]`}
    />
  );
}
