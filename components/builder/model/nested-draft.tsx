"use client";

import { type ReactNode, useMemo } from "react";
import { type Builder, BuilderProvider, type BuilderStore, useBuilderStore } from "./builder.ts";
import type { ElementDraft } from "./element-draft.ts";
import { setAt } from "./paths.ts";

/** JSON inside of an element, such as the text of a configuration entry. Both functions must be stable. */
export type Nesting = {
  read: (draft: ElementDraft) => ElementDraft;
  write: (draft: ElementDraft, json: ElementDraft) => ElementDraft;
};

/** Within it, fields and lists are bound to places of the nested JSON instead of the element. */
export function NestedDraft({ nesting, children }: { nesting: Nesting; children: ReactNode }) {
  const outer = useBuilderStore();
  const store = useMemo(() => nestedStore(outer, nesting), [outer, nesting]);
  return <BuilderProvider value={store}>{children}</BuilderProvider>;
}

export function nestedStore(outer: BuilderStore, { read, write }: Nesting): BuilderStore {
  const known = new WeakMap<ElementDraft, ElementDraft>();
  function readOnce(draft: ElementDraft): ElementDraft {
    const before = known.get(draft);
    if (before) return before;
    const json = read(draft);
    known.set(draft, json);
    return json;
  }
  const edit: Builder["edit"] = (make, options) =>
    outer.getState().edit((draft) => {
      const json = readOnce(draft);
      const next = make(json);
      return next === json ? draft : write(draft, next);
    }, options);
  const set: Builder["set"] = (path, value, options) =>
    edit((json) => setAt(json, path, value), { burst: `nested.${path.join(".")}`, ...options });

  let shown: { outer: Builder; inner: Builder } | undefined;
  function getState(): Builder {
    const state = outer.getState();
    if (shown?.outer === state) return shown.inner;
    const history = { ...state.history, present: readOnce(state.history.present) };
    const inner = { ...state, history, wanted: null, edit, set };
    shown = { outer: state, inner };
    return inner;
  }
  return { ...outer, getState, getInitialState: getState };
}
