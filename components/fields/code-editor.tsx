"use client";

import { lazy, type RefObject, Suspense, useLayoutEffect, useRef } from "react";
import { INPUT_LOOK } from "../ui/text-field.tsx";
import type { CodeEditorProps } from "./code-editor-props.ts";

const Monaco = lazy(() => import("./monaco-editor.tsx"));

/** A code editor: Monaco, which is loaded on first use; until then the code is read-only. */
export function CodeEditor(props: CodeEditorProps) {
  const hadFocus = useRef(false);
  return (
    <Suspense fallback={<Readable {...props} hadFocus={hadFocus} />}>
      <Monaco {...props} hadFocus={hadFocus} />
    </Suspense>
  );
}

/** Typing is disabled in the placeholder; its focus moves on to the editor. */
function Readable({ label, value, rows = 12, hadFocus }: CodeEditorProps & { hadFocus: RefObject<boolean> }) {
  const place = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const element = place.current;
    return () => {
      hadFocus.current = element !== null && document.activeElement === element;
    };
  }, [hadFocus]);
  return (
    <textarea
      ref={place}
      aria-label={label}
      rows={rows}
      aria-busy="true"
      readOnly
      value={value}
      className={`${INPUT_LOOK} resize-y font-mono text-[0.8125rem]`}
    />
  );
}
