"use client";

import { type RefObject, useEffect } from "react";
import { type FocusTarget, useDesign, useDesignStore } from "./model/design.ts";

/** How long to wait for the code of a part to load. */
const PATIENCE_MS = 4000;
/** How long the canvas takes to remove a part. */
const REMOVAL_MS = 500;
/** The inspector shows the previous selection until it is idle. */
const INSPECTOR_BUSY = "#designer-inspector > [aria-busy=true]";

/** Moves the focus to the result of the last change, or to what a shortcut asks for, once it is rendered. */
export function useFocusTarget(root: RefObject<HTMLElement | null>) {
  const landing = useDesign((design) => design.landing);
  const store = useDesignStore();
  useEffect(() => {
    if (!landing || !root.current) return;
    const { id, on, property = "", isLost = false } = landing;
    const place = root.current;
    let began = performance.now();
    const from = document.activeElement;
    let frame = requestAnimationFrame(land);
    function land() {
      const now = document.activeElement;
      // The user has moved the focus already.
      const isElsewhere = now !== from && now !== document.body && !now?.closest("[role=dialog]");
      const isLate = performance.now() - began > PATIENCE_MS;
      if (isLost && now !== document.body) {
        if (place.querySelector(INSPECTOR_BUSY)) began = performance.now();
        if (performance.now() - began > REMOVAL_MS) store.getState().landed();
        else frame = requestAnimationFrame(land);
        return;
      }
      const target = TARGETS[isLate && on !== "outside" ? "part" : on](place, id, property);
      if (!isElsewhere) target?.focus();
      if (isElsewhere || isLate || (target && document.activeElement === target)) store.getState().landed();
      else frame = requestAnimationFrame(land);
    }
    return () => cancelAnimationFrame(frame);
  }, [landing, root, store]);
}

type Find = (root: HTMLElement, id: string, property: string) => HTMLElement | null;

/** Each returns null until its target is rendered. */
const TARGETS: Record<FocusTarget["on"], Find> = {
  field: emptyField,
  property: propertyField,
  part: partElement,
  outside: (root, id) => seen(root, [...outside(id), ...AROUND]),
  connector: (root, id) => inspectorOf(root, id)?.querySelector<HTMLElement>("[data-connects]") ?? null,
};

const inspectorOf = (root: HTMLElement, id: string) =>
  root.querySelector<HTMLElement>(`[data-inspects="${CSS.escape(id)}"]`);

const FIELD =
  "input:not(:disabled), select:not(:disabled), textarea:not(:disabled):not(.native-edit-context), [role=textbox]";

/** The first required field, preferably an empty one; without fields the first button that is no choice of a view. */
function emptyField(root: HTMLElement, id: string): HTMLElement | null {
  const inspector = inspectorOf(root, id);
  const setup = inspector?.querySelector("[data-fields]");
  if (!inspector || !setup) return null;
  const fields = [...setup.querySelectorAll<HTMLElement>(FIELD)];
  const isCode = (field: HTMLElement) => field.ariaBusy === "true" || field.closest("[data-editor]") !== null;
  const isEmpty = (field: HTMLElement) => "value" in field && field.value === "";
  const first = fields.find((field) => isCode(field) || isEmpty(field)) ?? fields[0];
  if (first) return first;
  if (setup.hasAttribute("data-none")) return inspector.querySelector<HTMLElement>("h2");
  return setup.querySelector<HTMLElement>("button:not(:disabled):not([aria-pressed])");
}

/** The field of a property; those of rare ones are folded away. */
function propertyField(root: HTMLElement, id: string, property: string): HTMLElement | null {
  const place = inspectorOf(root, id)?.querySelector(`[data-property="${CSS.escape(property)}"]`);
  place?.closest("details")?.setAttribute("open", "");
  return place?.querySelector<HTMLElement>(FIELD) ?? null;
}

/** The part on the canvas, or in the outline. */
const outside = (id: string): string[] => [
  `.react-flow__node[data-id="${CSS.escape(id)}"]`,
  `[data-part="${CSS.escape(id)}"]`,
];

/** Where the focus goes if the part is on neither: the canvas, or the open tab of the panel beside it. */
const AROUND = [".react-flow__node[tabindex='0']", "#designer-parts [role=tab][aria-selected=true]"];

/** The part on the canvas, in the inspector, or in the outline: whichever is visible. */
function partElement(root: HTMLElement, id: string): HTMLElement | null {
  const [node = "", row = ""] = outside(id);
  return seen(root, [node, `[data-inspects="${CSS.escape(id)}"] h2`, row]);
}

const seen = (root: HTMLElement, selectors: string[]): HTMLElement | null =>
  selectors
    .map((selector) => root.querySelector<HTMLElement>(selector))
    .find((element) => element?.checkVisibility()) ?? null;
