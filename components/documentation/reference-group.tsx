import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { NamedSchema, Operation, OperationGroup } from "#server/documentation/reference.ts";
import { routeTo } from "../screens/screens.ts";
import { MethodBadge } from "../ui/method-badge.tsx";
import { CodeBlock } from "./code-block.tsx";
import { Outline } from "./outline.tsx";
import { Schema, SchemaFields } from "./schema.tsx";

/** The endpoints of one group with their parameters, authorization, responses and an example. */
export function ReferenceGroup({ group: { name, description, operations, schemas } }: { group: OperationGroup }) {
  const t = useTranslations("documentation.reference");
  return (
    <div className="xl:grid xl:grid-cols-[minmax(0,1fr)_14rem] xl:gap-12">
      <div className="min-w-0 max-w-3xl" lang="en" translate="no">
        <h1 className="font-semibold text-4xl tracking-tight">{name}</h1>
        <p className="mt-4 text-lg text-muted leading-relaxed">{description}</p>
        <ul aria-label={t("endpoints")} className="mt-6 overflow-hidden rounded-xl border border-line bg-surface py-2">
          {operations.map(({ id, method, path }) => (
            <li key={id}>
              <a href={`#${id}`} className="flex items-baseline gap-2 px-4 py-1.5 hover:bg-tint">
                <MethodBadge method={method} />
                <code className="min-w-0 font-mono text-sm [overflow-wrap:anywhere]">{path}</code>
              </a>
            </li>
          ))}
        </ul>
        {operations.map((operation) => (
          <OneOperation key={operation.id} operation={operation} />
        ))}
        {schemas.length > 0 && <h2 className="mt-16 font-semibold text-2xl tracking-tight">{t("schemas")}</h2>}
        {schemas.map((schema) => (
          <OneSchema key={schema.id} named={schema} />
        ))}
      </div>
      <Outline
        entries={[
          ...operations.map(({ id, summary }) => ({ id, title: summary })),
          ...schemas.map(({ id, name: title }) => ({ id, title, isNested: true })),
        ]}
      />
    </div>
  );
}

const ANCHORED = "scroll-mt-6";

function OneOperation({ operation }: { operation: Operation }) {
  const t = useTranslations("documentation.reference");
  const { id, method, path, summary, description, authorization, parameters, body, reply, responses, curl } = operation;
  return (
    <div className="mt-12 border-line border-t pt-8">
      <h2 id={id} className={`${ANCHORED} font-semibold text-2xl tracking-tight`}>
        {summary}
      </h2>
      <p className="mt-2 flex items-baseline gap-1">
        <MethodBadge method={method} />
        <code className="min-w-0 font-mono text-sm [overflow-wrap:anywhere]">{path}</code>
      </p>
      {description && <p className="mt-4 leading-7">{description}</p>}
      <p className="mt-2 text-muted text-sm">{t(`authorization.${authorization}`)}</p>
      <p className="mt-2 text-sm">
        <a href={routeTo("explorer", { operation: id })} className="rounded-sm text-accent hover:underline">
          {t("tryIt")} <span className="sr-only">{summary}</span>
        </a>
      </p>
      <CodeBlock code={curl} title={`${method} ${path}`} />
      {parameters.map(({ place, fields }) => (
        <Part key={place} title={t(`place.${place}`)}>
          <SchemaFields fields={fields} />
        </Part>
      ))}
      {body && (
        <Part title={t("body")}>
          <Schema schema={body} />
        </Part>
      )}
      {reply && (
        <Part title={t("reply")}>
          <Schema schema={reply} />
        </Part>
      )}
      <details className="mt-6 text-sm">
        <summary className="rounded-md font-semibold">{t("responses")}</summary>
        <dl className="mt-3 grid grid-cols-[3.5rem_minmax(0,1fr)] gap-y-1.5">
          {responses.map(({ status, description: meaning }) => (
            <div key={status} className="contents">
              <dt className={`font-mono ${status < "400" ? "text-success" : "text-failure"}`}>{status}</dt>
              <dd className="text-muted">{meaning}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <>
    <h3 className="mt-6 font-semibold text-sm">{title}</h3>
    {children}
  </>
);

const OneSchema = ({ named: { id, name, schema } }: { named: NamedSchema }) => (
  <div className="mt-8">
    <h3 id={id} className={`${ANCHORED} font-mono font-semibold text-base`}>
      {name}
    </h3>
    <Schema schema={schema} />
  </div>
);
