"use client";

import { ArrowRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { Fragment, useId, useMemo } from "react";
import { MethodBadge } from "../../../ui/method-badge.tsx";
import { FieldHelp, FieldLabel, INPUT_LOOK } from "../../../ui/text-field.tsx";
import { Sought } from "../../fields/fields.tsx";
import { useBuilder, useElement, useValue } from "../../model/builder.ts";
import { itemOf } from "../../model/operation-item.ts";
import { addressIn, nameInChain, type Operation } from "../../model/operations.ts";
import { textOf } from "../../model/paths.ts";
import { useProblemAt } from "../../model/problems.tsx";
import { PlaceLink } from "../../place-link.tsx";
import { type Chain, chainsOf, readingsOf } from "./chain.ts";

/** The operation that follows, with the response of this one. */
export function ChainTab({ operation }: { operation: Operation }) {
  const t = useTranslations("builder.resources.chain");
  const { resources } = useElement();
  const chains = useMemo(() => chainsOf({ resources }), [resources]);
  return (
    <div className="grid max-w-4xl gap-5">
      <NextSelect operation={operation} chains={chains} />
      <ChainDrawing chain={chains.from(operation.at)} />
      <p className="text-muted text-sm">{t("explanation")}</p>
    </div>
  );
}

type SelectProps = { operation: Operation; chains: ReturnType<typeof chainsOf> };

/** The element's other operations; those that cannot follow show the reason. */
function NextSelect({ operation, chains }: SelectProps) {
  const t = useTranslations("builder.resources.chain");
  const id = useId();
  const place = ["resources", operation.at, "nextResource"];
  const set = useBuilder((builder) => builder.set);
  const value = textOf(useValue(place));
  const problem = useProblemAt(place);
  const [method = "", path = ""] = value.split(/:(.*)/s);
  const chosen = chains.operations.find(({ address }) => value !== "" && address === addressIn({ method, path }));
  const choices = useMemo(
    () =>
      chains.operations
        .filter(({ at, path }) => at !== operation.at && path !== "")
        .map((next) => ({ next, refusal: chains.refusal(operation.at, next) })),
    [chains, operation.at],
  );
  return (
    <Sought path={place}>
      <div className="grid max-w-xl content-start gap-1.5">
        <FieldLabel id={id} label={t("next")} required={false} />
        <select
          id={id}
          value={chosen ? nameInChain(chosen) : value}
          onChange={({ target }) => set(place, target.value || undefined)}
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${id}-description`}
          className={INPUT_LOOK}
        >
          <option value="">{t("none")}</option>
          {value !== "" && !chosen && <option value={value}>{value}</option>}
          {choices.map(({ next, refusal }) => (
            <option key={next.at} value={nameInChain(next)} disabled={refusal !== null && next !== chosen}>
              {refusal === null
                ? `${next.method} ${next.path}`
                : t(`refused.${refusal}`, { name: `${next.method} ${next.path}` })}
            </option>
          ))}
        </select>
        <FieldHelp id={id} help={t("help")} problem={problem} />
      </div>
    </Sought>
  );
}

/** The operations as boxes in a line; between them are the fields that each reads of the previous response. */
function ChainDrawing({ chain: { links, missing, refusal } }: { chain: Chain }) {
  const t = useTranslations("builder.resources.chain");
  const draft = useElement();
  return (
    <ol aria-label={t("drawing")} className="flex flex-col gap-2 @xl:flex-row @xl:flex-wrap @xl:items-stretch">
      {links.map((link, position) => {
        const readings = position === 0 ? [] : readingsOf(draft, link.at);
        return (
          <Fragment key={link.at}>
            {position > 0 && <Arrow />}
            <li className="min-w-0 rounded-xl border border-line bg-surface p-3 @xl:max-w-64">
              <PlaceLink
                item={itemOf({ at: link.at, tab: "chain" })}
                isCurrent={position === 0}
                className="flex min-w-0 items-center gap-2 text-sm hover:underline"
              >
                <MethodBadge method={link.method} />
                <span className="truncate font-mono text-[0.8125rem]">{link.path}</span>
              </PlaceLink>
              {position > 0 && (
                <p className="mt-2 text-muted text-xs">
                  {readings.length === 0
                    ? t("readsNothing")
                    : readings
                        .slice(0, 4)
                        .map(({ field, into }) => t("reads", { what: field || t("wholeBody"), into }))
                        .join(" ")}
                </p>
              )}
            </li>
          </Fragment>
        );
      })}
      {missing !== null && (
        <>
          <Arrow />
          <li className="min-w-0 rounded-xl border border-failure border-dashed p-3 text-failure text-sm @xl:max-w-64">
            <code className="block truncate font-mono text-xs">{missing}</code>
            <span>{t("missing")}</span>
          </li>
        </>
      )}
      {refusal !== null && (
        <li role="alert" className="self-center text-failure text-sm">
          {t(`broken.${refusal}`)}
        </li>
      )}
    </ol>
  );
}

const Arrow = () => (
  <li aria-hidden="true" className="self-center">
    <ArrowRight className="size-4 text-muted max-@xl:rotate-90" />
  </li>
);
