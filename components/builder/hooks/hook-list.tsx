"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { cutText } from "#server/cut-text.ts";
import { HOOK_TYPES } from "#server/element/hooks/registry.ts";
import { typesOf } from "#server/registry.ts";
import { Button } from "../../ui/button.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { FieldLabel, INPUT_LOOK } from "../../ui/text-field.tsx";
import { CodeEntry, SelectEntry, SwitchEntry } from "../fields/fields.tsx";
import { ItemRow } from "../fields/item-row.tsx";
import { useBuilder, useValue } from "../model/builder.ts";
import { isRecord, type Path, textOf } from "../model/paths.ts";
import { useProblemAt } from "../model/problems.tsx";
import { useItems } from "../model/use-items.ts";
import { useKinds } from "../use-kinds.ts";
import { hookDeclarations } from "./hook-declarations.ts";
import { HOOK_TEMPLATES } from "./templates.ts";

const TryHook = lazyComponent(async () => (await import("./try-hook.tsx")).TryHook);

const TYPES = typesOf(HOOK_TYPES);

type Props = {
  /** The place of the resource that has the hooks; none for those of the element. */
  resource?: Path;
};

/** The hooks of a resource or of the element: scripts before and after its requests. */
export function HookList({ resource }: Props) {
  const t = useTranslations("builder.hooks");
  const kinds = useKinds();
  const path = [...(resource ?? []), "hooks"];
  const mayChange = useBuilder((builder) => builder.mayChange);
  const types = TYPES.filter((type) => !resource || HOOK_TYPES[type].stage !== "event");
  const nameOf = ({ type }: Readonly<Record<string, unknown>>) =>
    t("name", { type: kinds.label("hook", textOf(type)) });
  const items = useItems(path, nameOf);
  return (
    <div ref={items.place} className="grid min-w-0 gap-3">
      {items.items.length === 0 && <p className="text-muted text-sm">{t("none")}</p>}
      <ol aria-label={t("title")} className="grid min-w-0 gap-2">
        {items.items.map((item, at) => (
          <ItemRow
            // biome-ignore lint/suspicious/noArrayIndexKey: items without ids are known by their positions
            key={at}
            items={items}
            at={at}
            name={nameOf(item)}
            summary={<Summary item={item} path={[...path, at]} />}
          >
            <HookForm path={[...path, at]} types={types} />
          </ItemRow>
        ))}
      </ol>
      {mayChange && (
        <Button
          data-add
          className="w-fit"
          onClick={() => items.add({ type: types[0], mimeType: "application/javascript", isLegacy: false, body: "" })}
        >
          <Plus aria-hidden="true" className="size-4" />
          {t("add")}
        </Button>
      )}
    </div>
  );
}

function Summary({ item, path }: { item: Readonly<Record<string, unknown>>; path: Path }) {
  const t = useTranslations("builder.hooks");
  const kinds = useKinds();
  const problem = useProblemAt([...path, "body"]);
  const first = textOf(item.body)
    .split("\n")
    .find((line) => line.trim() !== "");
  return (
    <span className="grid min-w-0 gap-1">
      <span className="font-medium">{t("name", { type: kinds.label("hook", textOf(item.type)) })}</span>
      <span className="text-muted">{kinds.summary("hook", textOf(item.type))}</span>
      <code className="truncate font-mono text-muted text-xs">
        {first === undefined ? t("empty") : cutText(first, 200)}
      </code>
      {problem && (
        <span className="break-words text-failure">
          <span aria-hidden="true">✖ </span>
          {problem}
        </span>
      )}
    </span>
  );
}

function HookForm({ path, types }: { path: Path; types: readonly (keyof typeof HOOK_TYPES)[] }) {
  const t = useTranslations("builder.hooks");
  const kinds = useKinds();
  const value = useValue(path);
  const hook = isRecord(value) ? value : {};
  const type = TYPES.find((one) => one === hook.type);
  const stage = type && HOOK_TYPES[type].stage;
  // The switch stays while the form is open, so that it keeps the focus.
  const [wasLegacy] = useState(hook.isLegacy === true);
  return (
    <>
      <div className="grid gap-4 lg:grid-cols-2">
        <SelectEntry path={[...path, "type"]} label={t("type")} options={kinds.options("hook", types)} required />
        <Template path={[...path, "body"]} stage={stage} />
      </div>
      <CodeEntry
        path={[...path, "body"]}
        label={t("script")}
        help={t("scriptHelp")}
        language="javascript"
        globals={hookDeclarations(stage)}
        rows={16}
        required
      />
      {(wasLegacy || hook.isLegacy === true) && (
        <SwitchEntry path={[...path, "isLegacy"]} label={t("legacy")} help={t("legacyHelp")} />
      )}
      <Try path={path} stage={stage} />
    </>
  );
}

function Try({ path, stage }: { path: Path; stage: string | undefined }) {
  const t = useTranslations("builder.hooks.try");
  const open = useBuilder((builder) => builder.open);
  const [isOpen, setIsOpen] = useState(false);
  if (stage === "event")
    return (
      <Button className="w-fit" onClick={() => open("events")}>
        {t("events")}
      </Button>
    );
  return (
    <>
      <Button className="w-fit" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {t("title")}
      </Button>
      {isOpen && <TryHook resource={path.length > 2 ? Number(path[1]) : null} position={Number(path.at(-1))} />}
    </>
  );
}

/** Appends the script of a frequent task. */
function Template({ path, stage }: { path: Path; stage: string | undefined }) {
  const t = useTranslations("builder.hooks");
  const id = useId();
  const body = textOf(useValue(path));
  const set = useBuilder((builder) => builder.set);
  const templates = HOOK_TEMPLATES.filter((template) => template.stage === stage);
  if (templates.length === 0) return null;

  function insert(name: string) {
    const template = templates.find((one) => one.name === name);
    if (template)
      set(path, body.trim() === "" ? template.body : `${body}\n${template.body}`, { announce: t("inserted") });
  }

  return (
    <div className="grid content-start gap-1.5">
      <FieldLabel id={id} label={t("template")} />
      <select id={id} value="" onChange={({ target }) => insert(target.value)} className={INPUT_LOOK}>
        <option value="">{t("chooseTemplate")}</option>
        {templates.map(({ name }) => (
          <option key={name} value={name}>
            {t(`templates.${name}`)}
          </option>
        ))}
      </select>
    </div>
  );
}
