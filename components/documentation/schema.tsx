import { useTranslations } from "next-intl";
import type { SchemaField, SchemaTree } from "#server/element/docs/schema-tree.ts";

/** Renders the schema of a body, a response or a named schema. */
export function Schema({ schema }: { schema: SchemaTree }) {
  const t = useTranslations("documentation.reference");
  const isBare = schema.fields.length + schema.variants.length === 0;
  return (
    <>
      {schema.description && <p className="mt-1 text-muted text-sm leading-6">{schema.description}</p>}
      {isBare && (
        <p className="mt-1 text-sm">
          {schema.type === "any" && !schema.description ? t("anything") : <TypeName schema={schema} />}
        </p>
      )}
      {schema.type.startsWith("array") && !isBare && (
        <p className="mt-1 text-sm">
          <TypeName schema={schema} />
        </p>
      )}
      {schema.fields.length > 0 && <SchemaFields fields={schema.fields} />}
      {schema.variants.length > 0 && <Variants variants={schema.variants} />}
    </>
  );
}

/** A list of fields with their types and descriptions. */
export function SchemaFields({ fields }: { fields: SchemaField[] }) {
  return (
    <ul className="mt-2 divide-y divide-line rounded-xl border border-line bg-surface px-4">
      {fields.map((field) => (
        <Field key={field.name} field={field} />
      ))}
    </ul>
  );
}

function Field({ field: { name, isRequired, schema } }: { field: SchemaField }) {
  const t = useTranslations("documentation.reference");
  const { description, facts, values, fields, variants } = schema;
  return (
    <li className="py-2.5 text-sm">
      <p className="flex flex-wrap items-baseline gap-x-2.5">
        <code className="font-medium font-mono">{name}</code>
        <TypeName schema={schema} />
        {isRequired && <span className="text-step-filter text-xs">{t("required")}</span>}
        {facts.length > 0 && <span className="text-muted text-xs">{facts.join(", ")}</span>}
      </p>
      {description && <p className="mt-0.5 text-muted leading-6">{description}</p>}
      {values.length > 0 && (
        <p className="mt-1 flex flex-wrap items-baseline gap-1.5">
          <span className="text-muted text-xs">{t("values")}</span>
          {values.map((value) => (
            <code key={value} className="rounded bg-code px-1.5 py-0.5 font-mono text-xs">
              {value}
            </code>
          ))}
        </p>
      )}
      {fields.length > 0 && (
        <details className="mt-1">
          <summary className="w-fit rounded-md text-accent text-xs">{t("fields", { count: fields.length })}</summary>
          <SchemaFields fields={fields} />
        </details>
      )}
      {variants.length > 0 && <Variants variants={variants} />}
    </li>
  );
}

function Variants({ variants }: { variants: SchemaTree[] }) {
  const t = useTranslations("documentation.reference");
  return (
    <div className="mt-1.5">
      <p className="text-muted text-xs">{t("variants")}</p>
      <ul className="mt-1 grid gap-1 border-line border-l pl-3">
        {variants.map((variant, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: choices never move.
          <li key={index} className="text-sm">
            <TypeName schema={variant} />
            {variant.fields.length > 0 && <SchemaFields fields={variant.fields} />}
            {variant.variants.length > 0 && <Variants variants={variant.variants} />}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The name of a type; a named schema links to its description on this page. */
const TypeName = ({ schema: { type, ref } }: { schema: SchemaTree }) =>
  ref === undefined ? (
    <span className="text-muted">{type}</span>
  ) : (
    <a href={`#schema-${ref}`} className="rounded-sm text-accent underline underline-offset-[3px]">
      {type}
    </a>
  );
