import { SearchField } from "./search-field.tsx";

type Props = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The number of results, once it is known. */
  count?: string | undefined;
};

/** The search above a list. It is rendered before the list has loaded, so that users can type at once. */
export function ListSearch({ label, value, onChange, count }: Props) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <SearchField label={label} value={value} onChange={onChange} />
      <p role="status" className="text-muted text-sm">
        {count}
      </p>
    </div>
  );
}
