"use client";

import * as monaco from "monaco-editor/editor";
import "monaco-editor/features/register.all";
import "monaco-editor/languages/definitions/javascript/register";
import "monaco-editor/languages/features/json/register";
import { javascriptDefaults, ScriptTarget } from "monaco-editor/languages/features/typescript/register";
import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { useMayChange } from "../shell/may-change.tsx";
import type { CodeEditorProps } from "./code-editor-props.ts";

self.MonacoEnvironment = {
  getWorker(_, label) {
    if (label === "typescript" || label === "javascript")
      return new Worker(new URL("monaco-editor/languages/features/typescript/ts.worker", import.meta.url), {
        type: "module",
      });
    if (label === "json")
      return new Worker(new URL("monaco-editor/languages/features/json/json.worker", import.meta.url), {
        type: "module",
      });
    return new Worker(new URL("monaco-editor/editor/editor.worker", import.meta.url), { type: "module" });
  },
};

/** Scripts may use `return` and `await` at the top level: the sandbox wraps them in a function. */
const ALLOWED = [1108, 1375, 1378, 2451, 80001, 80005, 7043, 7044, 7045];
javascriptDefaults.setCompilerOptions({
  target: ScriptTarget.ESNext,
  allowJs: true,
  checkJs: true,
  allowNonTsExtensions: true,
  lib: ["es2022"],
});
javascriptDefaults.setDiagnosticsOptions({ diagnosticCodesToIgnore: ALLOWED });

const LINE = 19;

/** The editor has the same background as fields (globals.css). */
const GROUNDS = { vs: "#f8fafc", "vs-dark": "#0b1120" } as const;
/** The number color of the light theme has too little contrast on it. */
const INKS = { vs: [{ token: "number", foreground: "08694a" }], "vs-dark": [] };
for (const base of ["vs", "vs-dark"] as const)
  monaco.editor.defineTheme(`formulary-${base}`, {
    base,
    inherit: true,
    rules: INKS[base],
    colors: { "editor.background": GROUNDS[base] },
  });

type Props = CodeEditorProps & {
  /** Whether the placeholder had the focus while the editor was loading. */
  hadFocus: RefObject<boolean>;
};

export default function MonacoEditor(props: Props) {
  const { label, language, value, onChange, globals = "", rows = 12, hadFocus } = props;
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<monaco.editor.IStandaloneCodeEditor | null>(null);
  /** Text that was typed and is not in `value` yet. On a busy machine the update is delayed. */
  const typed = useRef<string[]>([]);
  const isReplacing = useRef(false);
  const changed = useEffectEvent((text: string) => {
    if (isReplacing.current) return;
    typed.current.push(text);
    onChange(text);
  });
  const readOnly = !useMayChange();
  const begin = useEffectEvent((element: HTMLElement) =>
    monaco.editor.create(element, {
      value,
      language,
      readOnly,
      ariaLabel: label,
      automaticLayout: true,
      minimap: { enabled: false },
      lineNumbersMinChars: 3,
      folding: false,
      fontSize: 13,
      lineHeight: LINE,
      scrollBeyondLastLine: false,
      overviewRulerLanes: 0,
      tabSize: 2,
      wordWrap: "on",
      fixedOverflowWidgets: true,
      scrollbar: { alwaysConsumeMouseWheel: false },
      padding: { top: 8, bottom: 8 },
    }),
  );

  useEffect(() => {
    if (!place.current) return;
    const made = begin(place.current);
    editor.current = made;
    made.onDidChangeModelContent(() => changed(made.getValue()));
    made.onDidBlurEditorText(() => typed.current.length === 0 && takeOver());
    if (hadFocus.current) made.focus();
    hadFocus.current = false;
    const schemeNow = () => getComputedStyle(document.documentElement).colorScheme;
    const media = matchMedia("(prefers-color-scheme: dark)");
    const paint = () => {
      const scheme = schemeNow();
      const isDarkNow = scheme === "dark" || (scheme !== "light" && media.matches);
      monaco.editor.setTheme(`formulary-${isDarkNow ? "vs-dark" : "vs"}`);
    };
    paint();
    media.addEventListener("change", paint);
    const look = new MutationObserver(paint);
    look.observe(document.documentElement, { attributes: true, attributeFilter: ["data-look"] });
    return () => {
      look.disconnect();
      media.removeEventListener("change", paint);
      const model = made.getModel();
      made.dispose();
      model?.dispose();
      editor.current = null;
    };
  }, [hadFocus]);

  // Undo, renaming and the JSON view change the text from outside; not while somebody is typing.
  const takeOver = useEffectEvent(() => {
    const echo = typed.current.indexOf(value);
    if (echo >= 0) return void typed.current.splice(0, echo + 1);
    if (!editor.current || editor.current.hasTextFocus()) return;
    typed.current = [];
    if (editor.current.getValue() === value) return;
    isReplacing.current = true;
    editor.current.setValue(value);
    isReplacing.current = false;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever the value has become is looked at
  useEffect(() => takeOver(), [value]);

  useEffect(() => {
    const library = javascriptDefaults.addExtraLib(globals, "file:///globals.d.ts");
    return () => library.dispose();
  }, [globals]);

  return (
    <div
      ref={place}
      data-editor="monaco"
      style={{ height: rows * LINE + 16 }}
      className="overflow-hidden rounded-lg border border-edge"
    />
  );
}
