import { Check, CirclePlus, CircleSlash, CircleX, Equal, RefreshCw } from "lucide-react";
import type { Route } from "next";
import { useTranslations } from "next-intl";
import { cutText } from "#server/cut-text.ts";
import type { DefinitionType } from "#server/definition-files/definition-kind.ts";
import { routeTo } from "../screens/screens.ts";
import { Link } from "../ui/link.tsx";
import { Card } from "../ui/page.tsx";
import { StatusLabel, type StatusLook } from "../ui/status-label.tsx";
import type { ImportedDefinition } from "./definition-import.ts";

const LOOKS = {
  create: { Icon: CirclePlus, color: "text-success" },
  update: { Icon: RefreshCw, color: "text-waiting" },
  unchanged: { Icon: Equal, color: "text-muted" },
  blocked: { Icon: CircleX, color: "text-failure" },
  leftOut: { Icon: CircleSlash, color: "text-muted" },
  saved: { Icon: Check, color: "text-success" },
  refused: { Icon: CircleX, color: "text-failure" },
} as const satisfies Record<string, StatusLook>;

const FINDINGS = { blocked: "text-failure", fails: "text-failure", changes: "text-waiting" } as const;

type Props = {
  label: string;
  definitions: readonly ImportedDefinition[];
  /** Whether they have been saved; otherwise they would be. */
  isDone?: boolean;
  /** Leaves out the others. */
  onInclude?: (definitions: readonly ImportedDefinition[]) => void;
};

/** Definitions of an import, in the order in which they are saved, with what would happen or has happened. */
export function DefinitionRows({ label, definitions, isDone = false, onInclude }: Props) {
  const t = useTranslations("imports");
  const areInFiles = new Set(definitions.map(({ path }) => path)).size > 1;
  const included = definitions.filter(({ action }) => action !== "leftOut");
  return (
    <Card className="overflow-hidden">
      {onInclude && definitions.length > 1 && (
        <div className="border-line border-b bg-code px-5 py-1">
          <Include
            label={t("plan.all")}
            isShown
            checked={included.length === definitions.length || (included.length > 0 && "mixed")}
            onChange={(isIn) => onInclude(isIn ? definitions : [])}
          />
        </div>
      )}
      <ul aria-label={label} className="divide-y divide-line">
        {definitions.map((definition) => {
          const { type, name, path, action, error, findings } = definition;
          const isSaved = isDone && (action === "create" || action === "update");
          const look = isSaved ? (error === undefined ? "saved" : "refused") : action;
          const href =
            isDone && error === undefined && action !== "blocked" && action !== "leftOut"
              ? PLACES[type](definition)
              : undefined;
          return (
            <li
              key={`${type} ${name} ${path}`}
              className="grid gap-x-5 gap-y-1.5 px-5 py-3.5 sm:grid-cols-[8.5rem_minmax(0,1fr)]"
            >
              <span className="flex items-center gap-3 self-start">
                {onInclude && definitions.length > 1 && (
                  <Include
                    label={t("plan.include", { name: cutText(name, 200) })}
                    checked={action !== "leftOut"}
                    onChange={(isIn) =>
                      onInclude(isIn ? [...included, definition] : included.filter((one) => one !== definition))
                    }
                  />
                )}
                <StatusLabel look={LOOKS[look]}>
                  {look === "saved" || look === "refused" ? t(`done.${look}`) : t(`actions.${look}`)}
                </StatusLabel>
              </span>
              <div className="min-w-0 [overflow-wrap:anywhere]">
                <span translate="no" className="font-medium">
                  {href ? (
                    <Link href={href} className="text-accent hover:underline">
                      {name}
                    </Link>
                  ) : (
                    name
                  )}
                </span>
                <span className="ml-2 text-muted text-sm">{t(`types.${type}`)}</span>
                {!isDone && areInFiles && (
                  <code translate="no" className="block text-muted text-xs">
                    {path}
                  </code>
                )}
                {error !== undefined && (
                  <p translate="no" className="mt-1 text-failure text-sm">
                    {error}
                  </p>
                )}
                {!isDone && findings.length > 0 && (
                  <ul className="mt-1.5 grid gap-1 text-sm">
                    {findings.map(({ severity, message }) => (
                      <li key={`${severity} ${message}`}>
                        <span className={`font-medium ${FINDINGS[severity]}`}>{t(`severities.${severity}`)}</span>{" "}
                        <span translate="no">{message}</span>
                      </li>
                    ))}
                  </ul>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

type IncludeProps = {
  label: string;
  isShown?: boolean;
  checked: boolean | "mixed";
  onChange: (isIn: boolean) => void;
};

function Include({ label, isShown = false, checked, onChange }: IncludeProps) {
  return (
    <label
      className={isShown ? "flex min-h-10 w-fit items-center gap-3 text-sm" : "-ml-1 grid size-6 place-items-center"}
    >
      <input
        type="checkbox"
        checked={checked === true}
        ref={(input) => {
          if (input) input.indeterminate = checked === "mixed";
        }}
        onChange={({ target }) => onChange(target.checked)}
        className="size-4 accent-accent"
      />
      <span className={isShown ? "" : "sr-only"}>{label}</span>
    </label>
  );
}

/** The page of a definition by its type; a test has no page of its own. */
const PLACES: Record<DefinitionType, (definition: ImportedDefinition) => Route | undefined> = {
  element: ({ name }) => routeTo("element", { elementKey: name }),
  elementExtension: ({ name }) => routeTo("element", { elementKey: name }),
  commonResource: ({ name }) => routeTo("commonResource", { objectName: name }),
  formula: ({ id }) => (id === undefined ? undefined : routeTo("formula", { formulaId: id })),
  formulaTest: () => undefined,
};
