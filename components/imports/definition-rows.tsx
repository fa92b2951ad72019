import { Check, CirclePlus, CircleX, Equal, RefreshCw } from "lucide-react";
import type { Route } from "next";
import { useTranslations } from "next-intl";
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
  saved: { Icon: Check, color: "text-success" },
  refused: { Icon: CircleX, color: "text-failure" },
} as const satisfies Record<string, StatusLook>;

const FINDINGS = { blocked: "text-failure", fails: "text-failure", changes: "text-waiting" } as const;

type Props = {
  label: string;
  definitions: readonly ImportedDefinition[];
  /** Whether they have been saved; otherwise they would be. */
  isDone?: boolean;
};

/** Definitions of an import, in the order in which they are saved, with what would happen or has happened. */
export function DefinitionRows({ label, definitions, isDone = false }: Props) {
  const t = useTranslations("imports");
  const areInFiles = new Set(definitions.map(({ path }) => path)).size > 1;
  return (
    <Card className="overflow-hidden">
      <ul aria-label={label} className="divide-y divide-line">
        {definitions.map((definition) => {
          const { type, name, path, action, error, findings } = definition;
          const isSaved = isDone && (action === "create" || action === "update");
          const look = isSaved ? (error === undefined ? "saved" : "refused") : action;
          const href = isDone && error === undefined && action !== "blocked" ? PLACES[type](definition) : undefined;
          return (
            <li
              key={`${type} ${name} ${path}`}
              className="grid gap-x-5 gap-y-1.5 px-5 py-3.5 sm:grid-cols-[8.5rem_minmax(0,1fr)]"
            >
              <span className="self-start">
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

/** Where people look at it, by its type; a test has no page of its own. */
const PLACES: Record<DefinitionType, (definition: ImportedDefinition) => Route | undefined> = {
  element: ({ name }) => routeTo("element", { elementKey: name }),
  elementExtension: ({ name }) => routeTo("element", { elementKey: name }),
  commonResource: ({ name }) => routeTo("commonResource", { objectName: name }),
  formula: ({ id }) => (id === undefined ? undefined : routeTo("formula", { formulaId: id })),
  formulaTest: () => undefined,
};
