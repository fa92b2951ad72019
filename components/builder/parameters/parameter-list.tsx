"use client";

import { ArrowLeft, ArrowRight, Copy, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { cutText } from "#server/cut-text.ts";
import { Button } from "../../ui/button.tsx";
import { lazyComponent, lazyDialog } from "../../ui/lazy-component.tsx";
import { ItemRow } from "../fields/item-row.tsx";
import { useBuilder, useValue } from "../model/builder.ts";
import { type Path, textOf } from "../model/paths.ts";
import { useProblems } from "../model/problems.tsx";
import { useItems } from "../model/use-items.ts";
import { useKinds } from "../use-kinds.ts";
import { ParameterForm } from "./parameter-form.tsx";
import { ParameterSentence } from "./parameter-sentence.tsx";
import { type ReadParameter, useParameters } from "./use-parameters.ts";

const CopyDialog = lazyDialog(async () => (await import("./copy-dialog.tsx")).CopyDialog);
const RequestPreview = lazyComponent(async () => (await import("./request-preview.tsx")).RequestPreview);

type Props = {
  /** The place of the resource that has the parameters; none for those of the element. */
  resource?: Path;
};

/** A new parameter: the same value under the same name. */
const ADDED = { name: "", vendorName: "", type: "query", vendorType: "query", source: "request", required: false };

/** The parameters of a resource or of the element: the mapping of our request to the provider's, and back. */
export function ParameterList({ resource }: Props) {
  const t = useTranslations("builder.parameters");
  const path = [...(resource ?? []), "parameters"];
  const { read, ...surroundings } = useParameters(path, resource ?? null);
  const items = useItems(path, ({ name, vendorName }) => textOf(name) || textOf(vendorName));
  const mayChange = useBuilder((builder) => builder.mayChange);
  const hasResources = useValue(["resources", 0]) !== undefined;
  const [isCopied, setIsCopied] = useState(false);
  return (
    <div ref={items.place} className="grid min-w-0 gap-3">
      {items.items.length === 0 && <p className="text-muted text-sm">{t(resource ? "none" : "noneOfElement")}</p>}
      <ol aria-label={t("title")} className="grid min-w-0 gap-2">
        {items.items.map((item, at) => (
          <ItemRow
            // biome-ignore lint/suspicious/noArrayIndexKey: items without ids are known by their positions
            key={at}
            items={items}
            at={at}
            name={cutText(textOf(item.name), 60) || t("unnamed", { number: String(at + 1) })}
            summary={<Summary path={[...path, at]} item={item} read={read[at]} />}
          >
            <ParameterForm path={[...path, at]} read={read[at]} surroundings={surroundings} />
          </ItemRow>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        {mayChange && (
          <>
            <Button data-add onClick={() => items.add(ADDED)}>
              <Plus aria-hidden="true" className="size-4" />
              {t("add")}
            </Button>
            {items.items.length > 0 && hasResources && (
              <Button kind="quiet" aria-haspopup="dialog" onClick={() => setIsCopied(true)}>
                <Copy aria-hidden="true" className="size-4" />
                {t("copy.open")}
              </Button>
            )}
          </>
        )}
      </div>
      <RequestPreview resource={resource ?? null} />
      <CopyDialog open={isCopied} onClose={() => setIsCopied(false)} path={path} resource={resource ?? null} />
    </div>
  );
}

/** `id → dealId`, the description, and why it cannot work. */
function Summary({ path, item, read }: { path: Path; item: Readonly<Record<string, unknown>>; read: ReadParameter }) {
  const t = useTranslations("builder.parameters");
  const kinds = useKinds();
  const place = path.join("\n");
  const refused = useProblems().find((problem) => `${problem.path.join("\n")}\n`.startsWith(`${place}\n`))?.message;
  const problem = refused ?? read?.problem;
  const isBack = read?.isOfResponse ?? item.source === "response";
  const Arrow = isBack ? ArrowLeft : ArrowRight;
  const name = textOf(item.name);
  return (
    <span className="grid min-w-0 gap-1">
      <span className="flex min-w-0 flex-wrap items-center gap-2">
        <Side type={kinds.label("place", textOf(item.type))} name={name} />
        <Arrow role="img" aria-label={t(isBack ? "comesFrom" : "goesTo")} className="size-4 shrink-0 text-accent" />
        <Side type={kinds.label("place", textOf(item.vendorType))} name={textOf(item.vendorName) || name} />
        {item.required === true && <span className="text-muted text-xs">{t("isRequired")}</span>}
      </span>
      {read && (
        <span className="min-w-0 break-words text-muted text-sm">
          <ParameterSentence read={read} />
        </span>
      )}
      {problem && (
        <span className="break-words text-failure text-sm">
          <span aria-hidden="true">✖ </span>
          {problem}
        </span>
      )}
    </span>
  );
}

function Side({ type, name }: { type: string; name: string }) {
  return (
    <span className="inline-flex min-w-0 max-w-full items-baseline gap-1.5">
      <code className="truncate font-medium font-mono text-[0.8125rem]">{cutText(name, 200) || "–"}</code>
      <span className="shrink-0 text-muted text-xs">{type}</span>
    </span>
  );
}
