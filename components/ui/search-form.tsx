import { Search } from "lucide-react";
import { useId } from "react";
import { INPUT_LOOK } from "./text-field.tsx";

type Props = { label: string; hint: string; value: string; onSearch: (text: string) => void };

/** A search that starts with Enter, for lists that are searched by an id or by words. */
export function SearchForm({ label, hint, value, onSearch }: Props) {
  const id = useId();
  return (
    <form
      key={value}
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(String(new FormData(event.currentTarget).get("q") ?? "").trim());
      }}
      className="col-span-2 grid content-start gap-1.5 lg:col-span-1"
    >
      <label htmlFor={id} className="font-medium text-sm">
        {label}
      </label>
      <span className="relative">
        <Search aria-hidden="true" className="pointer-events-none absolute top-3 left-3 size-4 text-muted" />
        <input
          id={id}
          name="q"
          type="search"
          defaultValue={value}
          placeholder={hint}
          className={`${INPUT_LOOK} pl-9`}
        />
      </span>
    </form>
  );
}
