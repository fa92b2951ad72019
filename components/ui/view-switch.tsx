type Props<View extends string> = {
  /** The name of the switch, for screen readers. */
  title: string;
  view: View;
  views: readonly { view: View; label: string; disabled?: boolean }[];
  onChange: (view: View) => void;
};

/** Chooses between two views of one thing, such as a form and its JSON. */
export function ViewSwitch<View extends string>({ title, view, views, onChange }: Props<View>) {
  return (
    <fieldset className="flex rounded-lg border border-line p-0.5">
      <legend className="sr-only">{title}</legend>
      {views.map(({ view: one, label, disabled }) => (
        <button
          key={one}
          type="button"
          aria-pressed={view === one}
          disabled={disabled}
          onClick={() => onChange(one)}
          className="min-h-8 rounded-md px-3 text-muted text-sm hover:text-ink disabled:opacity-60 aria-pressed:bg-tint aria-pressed:font-medium aria-pressed:text-accent"
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}
