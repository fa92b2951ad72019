import { useTranslations } from "next-intl";
import type { Code } from "#server/documentation/highlight.ts";
import type { OperationGroup } from "#server/documentation/reference.ts";
import { routeTo } from "../screens/screens.ts";
import { CodeBlock } from "./code-block.tsx";
import { DocumentationLink } from "./documentation-link.tsx";

const LINK = "rounded-sm text-accent underline underline-offset-[3px]";

/** Lists all groups of endpoints, and the setup that the example commands require. */
export function ReferenceStart({ groups, setup }: { groups: OperationGroup[]; setup: Code }) {
  const t = useTranslations("documentation.reference");
  return (
    <div className="max-w-4xl">
      <h1 className="font-semibold text-4xl tracking-tight">{t("title")}</h1>
      <p className="mt-4 max-w-2xl text-lg text-muted leading-relaxed">{t("lead")}</p>
      <p className="mt-4 max-w-2xl leading-7">
        {t.rich("openapi", {
          explorer: (parts) => (
            <a href={routeTo("explorer")} className={LINK}>
              {parts}
            </a>
          ),
          errors: (parts) => (
            <DocumentationLink href={routeTo("apiErrors")} className={LINK}>
              {parts}
            </DocumentationLink>
          ),
          conventions: (parts) => (
            <DocumentationLink href={routeTo("docsPage", { page: "api" })} className={LINK}>
              {parts}
            </DocumentationLink>
          ),
        })}
      </p>
      <h2 className="mt-10 font-semibold text-2xl tracking-tight">{t("setup")}</h2>
      <p className="mt-3 max-w-2xl leading-7">{t("setupLead")}</p>
      <CodeBlock code={setup} title={t("setup")} />
      <h2 className="mt-12 font-semibold text-2xl tracking-tight">{t("groups")}</h2>
      <ul className="mt-4 grid gap-x-10 sm:grid-cols-2">
        {groups.map(({ slug, name, description, operations }) => (
          <li key={slug} className="border-line border-b py-3.5">
            <div className="flex items-baseline justify-between gap-4">
              <DocumentationLink
                href={routeTo("apiReferenceGroup", { group: slug })}
                className="rounded-sm font-medium text-accent hover:underline"
              >
                <span lang="en" translate="no">
                  {name}
                </span>
              </DocumentationLink>
              <span className="shrink-0 text-muted text-xs">{t("operations", { count: operations.length })}</span>
            </div>
            <p className="mt-0.5 text-muted text-sm" lang="en" translate="no">
              {description}
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}
