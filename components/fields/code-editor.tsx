"use client";

import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { useMayChange } from "../shell/may-change.tsx";
import { lazyComponent } from "../ui/lazy-component.tsx";
import { INPUT_LOOK } from "../ui/text-field.tsx";
import type { CodeEditorProps, TakenOver } from "./code-editor-props.ts";

const Monaco = lazyComponent(async () => (await import("./monaco-editor.tsx")).MonacoEditor, PlainEditor);

/**
 * A code editor: Monaco, which is loaded on first use; until then a plain field, whose text and selection the editor
 * keeps.
 */
export function CodeEditor(props: CodeEditorProps) {
  const taken = useRef<TakenOver | null>(null);
  return <Monaco {...props} taken={taken} />;
}

type Props = CodeEditorProps & { taken: RefObject<TakenOver | null>; notice: ReactNode };

function PlainEditor({ label, value, onChange, rows = 12, taken, notice }: Props) {
  const readOnly = !useMayChange();
  /** The text while the field has the focus: on a busy machine, `value` is updated late. */
  const [typed, setTyped] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = field.current;
    const around = frame.current;
    return () => {
      if (!element || !around?.contains(document.activeElement)) return;
      const { value: text, selectionStart: start, selectionEnd: end } = element;
      taken.current = { text, start, end };
    };
  }, [taken]);
  return (
    <div ref={frame} className="contents">
      <textarea
        ref={field}
        aria-label={label}
        rows={rows}
        readOnly={readOnly}
        value={typed ?? value}
        onChange={({ target }) => {
          setTyped(target.value);
          onChange(target.value);
        }}
        onBlur={() => setTyped(null)}
        spellCheck={false}
        autoCapitalize="off"
        className={`${INPUT_LOOK} resize-y font-mono text-[0.8125rem]`}
      />
      {notice}
    </div>
  );
}
