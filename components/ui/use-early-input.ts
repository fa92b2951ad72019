import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * The ref of a controlled field. What was entered before React was ready is in the field, but React calls no `onChange`
 * for it, and would write its own value over it.
 */
export function useEarlyInput<Element extends Field>(onChange: (value: string) => void): RefObject<Element | null> {
  const field = useRef<Element>(null);
  const early = useRef<string>(undefined);
  const takeOver = useEffectEvent((value: string) => onChange(value));
  useLayoutEffect(() => {
    const { current } = field;
    if (!current || !isChanged(current)) return;
    // A form may be sent right after this: it needs the value by then.
    if (current.form) takeOver(current.value);
    else early.current = current.value;
  }, []);
  useEffect(() => {
    // Filters change the address, which the router watches after its own effects.
    const timer = setTimeout(() => {
      if (early.current !== undefined) takeOver(early.current);
      early.current = undefined;
    });
    return () => clearTimeout(timer);
  }, []);
  return field;
}

function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement) {
    const options = [...field.options];
    const first = options.find(({ defaultSelected }) => defaultSelected) ?? options[0];
    return first !== undefined && !first.selected;
  }
  return withNewlines(field.value) !== withNewlines(field.defaultValue);
}

const withNewlines = (text: string): string => text.replaceAll(/\r\n?/g, "\n");
