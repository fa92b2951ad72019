"use client";

import { type RefObject, useEffect, useEffectEvent, useRef } from "react";

/**
 * Tab reaches one part of the canvas, with its ports and arrows: the one that had the focus last, or that is selected.
 * Arrow keys lead to the others: their order on the screen is not that of the flow, and most are not rendered.
 *
 * @param sources the id of the part that an arrow begins at, by the id of the arrow
 */
export function useTabStop(
  frame: RefObject<HTMLElement | null>,
  selected: string | null,
  sources: ReadonlyMap<string, string>,
): void {
  const reached = useRef<string | null>(null);
  const settle = useEffectEvent(() => {
    const parts = [...(frame.current?.querySelectorAll<HTMLElement>(PART) ?? [])];
    const rendered = new Set(parts.map(({ dataset }) => dataset.id));
    const stop = [reached.current, selected].find((id) => id !== null && rendered.has(id)) ?? parts[0]?.dataset.id;
    for (const part of parts) turn([part, ...part.querySelectorAll("button")], part.dataset.id === stop);
    for (const arrow of frame.current?.querySelectorAll<SVGElement>(ARROW) ?? [])
      turn([arrow], sources.get(arrow.dataset.id ?? "") === stop);
    for (const label of frame.current?.querySelectorAll<HTMLElement>("[data-from]") ?? [])
      turn(label.querySelectorAll("button"), label.dataset.from === stop);
  });
  useEffect(() => {
    if (selected !== null) reached.current = selected;
    settle();
  }, [selected]);
  const reach = useEffectEvent(({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return;
    const part = target.closest<HTMLElement>(PART)?.dataset.id;
    const from = target.closest<HTMLElement>("[data-from]")?.dataset.from;
    const id = part ?? from ?? sources.get(target.closest<SVGElement>(ARROW)?.dataset.id ?? "");
    if (id === undefined) return;
    reached.current = id;
    settle();
  });
  useEffect(() => {
    const canvas = frame.current;
    if (!canvas) return;
    const onFocus = (event: FocusEvent) => reach(event);
    const watcher = new MutationObserver(() => settle());
    watcher.observe(canvas, { childList: true, subtree: true });
    canvas.addEventListener("focusin", onFocus);
    return () => {
      watcher.disconnect();
      canvas.removeEventListener("focusin", onFocus);
    };
  }, [frame]);
}

const PART = ".react-flow__node";
const ARROW = ".react-flow__edge[tabindex]";

function turn(elements: Iterable<HTMLElement | SVGElement>, isOn: boolean): void {
  for (const element of elements) element.tabIndex = isOn ? 0 : -1;
}
