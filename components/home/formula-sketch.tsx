const STEPS = [
  { type: "trigger", name: "a call, a clock, an event", color: "bg-step-trigger" },
  { type: "httpRequest", name: "read the customer", color: "bg-step-http" },
  { type: "filter", name: "only gold customers", color: "bg-step-filter" },
  { type: "script", name: "shape the answer", color: "bg-step-script" },
] as const;

/** What a formula is, in one look: a trigger and its steps in order. */
export function FormulaSketch() {
  return (
    <figure className="rounded-2xl border border-line bg-surface p-5 shadow-sm sm:p-6">
      <figcaption className="text-muted text-sm">A formula: what starts it, and its steps</figcaption>
      <ol className="mt-5">
        {STEPS.map(({ type, name, color }, index) => (
          <li key={type} className="relative flex gap-4 pb-6 last:pb-0">
            {index < STEPS.length - 1 && (
              <span aria-hidden="true" className="absolute top-5 bottom-0 left-[0.4375rem] w-0.5 bg-line" />
            )}
            <span
              aria-hidden="true"
              className={`relative mt-1 size-4 shrink-0 rounded-full ${color} ring-4 ring-surface`}
            />
            <span>
              <span className="block font-medium">{name}</span>
              <span className="font-mono text-muted text-xs">{type}</span>
            </span>
          </li>
        ))}
      </ol>
    </figure>
  );
}
