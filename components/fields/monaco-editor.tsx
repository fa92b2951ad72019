"use client";

import * as monaco from "monaco-editor/editor";
import "monaco-editor/features/register.all";
import "monaco-editor/languages/definitions/javascript/register";
import "monaco-editor/languages/features/json/register";
import { Maximize2, Minimize2 } from "lucide-react";
import { javascriptDefaults, ScriptTarget } from "monaco-editor/languages/features/typescript/register";
import { useTranslations } from "next-intl";
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { useMayChange } from "../shell/may-change.tsx";
import type { CodeEditorProps, TakenOver } from "./code-editor-props.ts";
import { globalsFileOf } from "./script-files.ts";

self.MonacoEnvironment = {
  getWorker(_, label) {
    if (label === "typescript" || label === "javascript")
      return new Worker(new URL("./script.worker.ts", import.meta.url), { type: "module" });
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

// A name of the globals cannot be changed here: F2 renames the selected step, as it does outside of the editor.
javascriptDefaults.setModeConfiguration({ ...javascriptDefaults.modeConfiguration, rename: false });

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
  /** The text typed while the editor was loading; null if nothing had the focus. */
  taken: RefObject<TakenOver | null>;
};

export function MonacoEditor(props: Props) {
  const { label, language, value, onChange, globals = "", rows = 12, taken } = props;
  const t = useTranslations("ui");
  const frame = useRef<HTMLDivElement>(null);
  const [isFull, setIsFull] = useState(false);
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
      value: taken.current?.text ?? value,
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

  const takeSelection = useEffectEvent((created: monaco.editor.IStandaloneCodeEditor) => {
    if (!taken.current) return;
    const { text, start, end } = taken.current;
    taken.current = null;
    if (text !== value) typed.current.push(text);
    created.setSelection(monaco.Selection.fromPositions(positionIn(text, start), positionIn(text, end)));
    created.focus();
  });

  // In the same paint as the field that it replaces, so that no key is lost between them.
  useLayoutEffect(() => {
    if (!place.current) return;
    const created = begin(place.current);
    editor.current = created;
    created.onDidChangeModelContent(() => changed(created.getValue()));
    created.onDidBlurEditorText(() => typed.current.length === 0 && takeOver());
    takeSelection(created);
    const schemeNow = () => getComputedStyle(document.documentElement).colorScheme;
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const highContrast = matchMedia("(forced-colors: active)");
    const paint = () => {
      if (highContrast.matches) return monaco.editor.setTheme(dark.matches ? "hc-black" : "hc-light");
      const scheme = schemeNow();
      const isDarkNow = scheme === "dark" || (scheme !== "light" && dark.matches);
      monaco.editor.setTheme(`formulary-${isDarkNow ? "vs-dark" : "vs"}`);
    };
    paint();
    for (const setting of [dark, highContrast]) setting.addEventListener("change", paint);
    const look = new MutationObserver(paint);
    look.observe(document.documentElement, { attributes: true, attributeFilter: ["data-look"] });
    return () => {
      look.disconnect();
      for (const setting of [dark, highContrast]) setting.removeEventListener("change", paint);
      const model = created.getModel();
      created.dispose();
      model?.dispose();
      editor.current = null;
    };
  }, []);

  // Undo, renaming and the JSON view change the text from outside, except while the user is typing.
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

  useEffect((): (() => void) | undefined => {
    const model = editor.current?.getModel();
    if (globals === "" || !model) return undefined;
    const library = javascriptDefaults.addExtraLib(globals, globalsFileOf(model.uri.toString()));
    return () => library.dispose();
  }, [globals]);

  /** In the top layer, above dialogs, but at the same position in the document: the editor keeps its focus. */
  const resize = useEffectEvent((full: boolean) => {
    const element = frame.current;
    if (!element || full === (element.popover !== null)) return;
    if (!full) element.hidePopover();
    element.popover = full ? "manual" : null;
    if (full) element.showPopover();
    setIsFull(full);
    editor.current?.focus();
  });
  useEffect(() => {
    const element = frame.current;
    // Dialogs listen on the document, so this listener must run first.
    const onKey = (event: KeyboardEvent) => {
      const isToggle = event.key === "F11";
      if (event.defaultPrevented || !(isToggle || (event.key === "Escape" && element?.popover !== null))) return;
      event.preventDefault();
      event.stopPropagation();
      resize(isToggle && element?.popover === null);
    };
    element?.addEventListener("keydown", onKey);
    return () => element?.removeEventListener("keydown", onKey);
  }, []);

  const action = t(isFull ? "editor.leaveFullScreen" : "editor.fullScreen");
  return (
    <div
      ref={frame}
      data-editor="monaco"
      className="group relative overflow-hidden rounded-lg border border-edge bg-surface open:fixed open:inset-0 open:m-0 open:size-full open:max-h-none open:max-w-none open:rounded-none open:border-0 open:p-0"
    >
      <div ref={place} style={{ height: isFull ? "100%" : rows * LINE + 16 }} />
      <button
        type="button"
        aria-label={action}
        title={t("shortcut", { label: action, keys: isFull ? "Esc" : "F11" })}
        onClick={() => resize(!isFull)}
        className="absolute top-1 right-4 z-10 grid size-7 place-items-center rounded-md bg-surface text-muted opacity-0 hover:text-ink focus-visible:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100 max-sm:opacity-100"
      >
        {isFull ? (
          <Minimize2 aria-hidden="true" className="size-4" />
        ) : (
          <Maximize2 aria-hidden="true" className="size-4" />
        )}
      </button>
    </div>
  );
}

function positionIn(text: string, offset: number): monaco.IPosition {
  const lines = text.slice(0, offset).split("\n");
  return { lineNumber: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
