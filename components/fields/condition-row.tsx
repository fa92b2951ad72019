import { Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { INPUT_LOOK } from "../ui/text-field.tsx";

type Props<Operator extends string> = {
  legend: string;
  /** The compared value or field. */
  left: ReactNode;
  operator: {
    label: string;
    value: Operator;
    options: readonly { value: Operator; label: string }[];
    onChange: (operator: Operator) => void;
  };
  /** The value to compare with: beside the operator if it is short. */
  right?: ReactNode;
  isRightShort?: boolean;
  remove: { label: string; onRemove: () => void };
  /** Problems and hints. */
  children?: ReactNode;
};

/** One condition: a value, an operator and another value, with a button that removes it. */
export function ConditionRow<Operator extends string>(props: Props<Operator>) {
  const { legend, left, operator, right, isRightShort = false, remove, children } = props;
  return (
    <fieldset className="grid min-w-0 gap-1.5 rounded-lg border border-line p-2">
      <legend className="sr-only">{legend}</legend>
      {left}
      <div className="flex gap-1.5">
        <select
          aria-label={operator.label}
          value={operator.value}
          // Only the offered operators can be chosen.
          onChange={({ target }) => operator.onChange(target.value as Operator)}
          className={`${INPUT_LOOK} min-w-0 flex-1 ${right && isRightShort ? "max-w-36" : ""}`}
        >
          {operator.options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        {isRightShort && right}
        <button
          type="button"
          aria-label={remove.label}
          onClick={remove.onRemove}
          className="grid size-10 shrink-0 place-items-center rounded-lg text-muted hover:bg-code hover:text-failure"
        >
          <Trash2 aria-hidden="true" className="size-4" />
        </button>
      </div>
      {!isRightShort && right}
      {children}
    </fieldset>
  );
}
