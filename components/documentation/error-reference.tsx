import { useTranslations } from "next-intl";
import type { ExplainedError } from "#server/documentation/errors.ts";
import { Outline } from "./outline.tsx";

/** Every status of a refused request, with its causes and what to do. */
export function ErrorReference({ errors }: { errors: readonly ExplainedError[] }) {
  const t = useTranslations("documentation.reference.errors");
  return (
    <div className="xl:grid xl:grid-cols-[minmax(0,1fr)_14rem] xl:gap-12">
      <div className="min-w-0 max-w-3xl">
        <h1 className="font-semibold text-4xl tracking-tight">{t("title")}</h1>
        <p className="mt-4 text-lg text-muted leading-relaxed">{t("lead")}</p>
        <p className="mt-4 leading-7">{t("fields")}</p>
        {errors.map(({ status, title, causes, action, command }) => (
          <div key={status} lang="en" translate="no">
            <h2 id={String(status)} className="mt-12 scroll-mt-6 font-semibold text-2xl tracking-tight">
              {`${status} ${title}`}
            </h2>
            <h3 className="mt-4 font-semibold text-sm">{t("causes")}</h3>
            <ul className="mt-1 list-disc pl-5 leading-7">
              {causes.map((cause) => (
                <li key={cause}>{cause}</li>
              ))}
            </ul>
            <h3 className="mt-4 font-semibold text-sm">{t("action")}</h3>
            <p className="mt-1 leading-7">{action}</p>
            {command && (
              <>
                <h3 className="mt-4 font-semibold text-sm">{t("demo")}</h3>
                <pre
                  // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
                  tabIndex={0}
                  className="mt-1 overflow-x-auto rounded-xl bg-code p-4 font-mono text-[0.8125rem]"
                >
                  {command}
                </pre>
              </>
            )}
          </div>
        ))}
      </div>
      <Outline entries={errors.map(({ status, title }) => ({ id: String(status), title: `${status} ${title}` }))} />
    </div>
  );
}
