import { Search } from "lucide-react";
import { useEffect, useEffectEvent, useId, useState } from "react";
import { Form } from "./form.tsx";
import { INPUT_LOOK } from "./text-field.tsx";
import { useEarlyInput } from "./use-early-input.ts";

/** The searches are among whole logs. */
const PAUSE_MS = 500;

type Props = {
  label: string;
  hint: string;
  value: string;
  onSearch: (text: string) => void;
  /** The action of Enter, if it is not the search. */
  onEnter?: (text: string) => void;
};

/** A search by an id or by words. It applies after a pause, with Enter, and before another filter is chosen. */
export function SearchForm({ label, hint, value, onSearch, onEnter = onSearch }: Props) {
  const id = useId();
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  const [sent, setSent] = useState(value);
  const field = useEarlyInput<HTMLInputElement>(setText);
  const wanted = text.trim();
  if (value !== seen) {
    setSeen(value);
    // Somebody else changed the address: filters were cleared, or a page of the history was opened.
    if (value !== sent) {
      setSent(value);
      setText(value);
    }
  }
  function apply(search = onSearch) {
    setSent(wanted);
    search(wanted);
  }
  const applyChange = useEffectEvent((typed: string) => {
    if (typed !== value) apply();
  });
  useEffect(() => {
    const timer = setTimeout(() => applyChange(wanted), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  return (
    <Form onSubmit={() => apply(onEnter)} className="col-span-2 grid content-start gap-1.5 lg:col-span-1">
      <label htmlFor={id} className="font-medium text-sm">
        {label}
      </label>
      <span className="relative">
        <Search aria-hidden="true" className="pointer-events-none absolute top-3 left-3 size-4 text-muted" />
        <input
          id={id}
          ref={field}
          type="search"
          value={text}
          onChange={({ target }) => setText(target.value)}
          onBlur={() => wanted !== value && apply()}
          placeholder={hint}
          className={`${INPUT_LOOK} pl-9`}
        />
      </span>
    </Form>
  );
}
