import { ArrowRight } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Contents } from "#server/documentation/read-contents.ts";
import { routeTo } from "../screens/screens.ts";
import { DocumentationLink } from "./documentation-link.tsx";

const QUESTIONS = [
  { key: "life", href: "/docs/executions#the-life-of-an-execution" },
  { key: "retries", href: "/docs/executions#what-is-retried" },
  { key: "debug", href: "/docs/debugging" },
  { key: "curl", href: "/docs/element-from-curl" },
  { key: "backup", href: "/docs/backup-and-upgrade" },
  { key: "keys", href: "/docs/encryption-keys#replace-a-key" },
] as const;

/** The start page of the documentation: frequent questions, and all pages grouped by reader. */
export function DocumentationStart({ contents: { readers } }: { contents: Contents }) {
  const t = useTranslations("documentation");
  return (
    <>
      <h1 className="text-balance font-semibold text-4xl tracking-tight">{t("start.title")}</h1>
      <p className="mt-4 max-w-2xl text-lg text-muted leading-relaxed">{t("start.lead")}</p>
      <section aria-labelledby="questions" className="mt-10 rounded-2xl bg-tint p-6 sm:p-8">
        <h2 id="questions" className="font-semibold text-xl tracking-tight">
          {t("start.questions")}
        </h2>
        <ul className="mt-4 grid gap-x-10 gap-y-1 md:grid-cols-2">
          {QUESTIONS.map(({ key, href }) => (
            <li key={key}>
              <DocumentationLink
                href={href}
                className="group flex items-center justify-between gap-4 rounded-md py-2.5 font-medium text-accent hover:underline"
              >
                {t(`start.${key}`)}
                <ArrowRight
                  aria-hidden="true"
                  className="size-4 shrink-0 transition-transform group-hover:translate-x-0.5"
                />
              </DocumentationLink>
            </li>
          ))}
        </ul>
      </section>
      <div className="mt-12 grid gap-x-12 gap-y-12 md:grid-cols-2">
        {readers.map(({ reader, pages }) => (
          <section key={reader} aria-labelledby={`for-${reader}`}>
            <h2 id={`for-${reader}`} className="border-line border-b pb-2 font-semibold text-xl tracking-tight">
              {t(`readers.${reader}`)}
            </h2>
            <ul className="mt-4 grid gap-4">
              {pages.map((page) => (
                <PageLink key={page.href} {...page} />
              ))}
              {reader === "developers" && (
                <PageLink href={routeTo("apiReference")} title={t("frame.reference")} lead={t("start.referenceLead")} />
              )}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}

function PageLink({ href, title, lead }: { href: string; title: string; lead: string }) {
  return (
    <li translate="no" lang="en">
      <DocumentationLink href={href} className="rounded-sm font-medium text-accent hover:underline">
        {title}
      </DocumentationLink>
      <p className="mt-0.5 line-clamp-2 text-muted text-sm leading-relaxed">{lead}</p>
    </li>
  );
}
