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

/** Code in Monaco, which is loaded when it is first needed; until then it can be read. */
export function CodeEditor(props: CodeEditorProps) {
  return (
    <Suspense fallback={<Readable {...props} />}>
      <Monaco {...props} />
    </Suspense>
  );
}

/** Nothing is typed into what is about to be replaced. */
function Readable({ label, value, rows = 12 }: CodeEditorProps) {
  return (
    <textarea
      aria-label={label}
      rows={rows}
      aria-busy="true"
      readOnly
      value={value}
      className={`${INPUT_LOOK} resize-y font-mono text-[0.8125rem]`}
    />
  );
}
