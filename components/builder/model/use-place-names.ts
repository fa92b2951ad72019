import { useTranslations } from "next-intl";
import { useEntryTexts } from "../../entries/use-entry-texts.ts";
import { lazyFunction } from "../../ui/lazy-component.tsx";
import { useKinds } from "../use-kinds.ts";
import { useElement } from "./builder.ts";
import { elementLabel, itemLabel } from "./field-labels.ts";
import { isRecord, type Path, textOf, valueAt } from "./paths.ts";
import type { Problem } from "./problem.ts";

/** With the rules that check drafts, which are loaded after the page. */
const useAutomaticEntry = lazyFunction(async () => (await import("./entries.ts")).automaticEntry);

/** The names of places in the draft, for people: those of its items and fields, else the path. */
export function usePlaceNames(): (path: Path) => string {
  const draft = useElement();
  const t = useTranslations("builder");
  const kinds = useKinds();
  const texts = useEntryTexts();
  const automaticEntry = useAutomaticEntry();

  const namesOf: Readonly<Record<string, (item: Readonly<Record<string, unknown>>) => string>> = {
    configuration: ({ key, name }) => texts.text(textOf(key), textOf(name)),
    hooks: ({ type }) => kinds.label("hook", textOf(type)),
    resources: ({ method, path }) => `${textOf(method)} ${textOf(path)}`.trim(),
    parameters: ({ name }) => textOf(name),
    objects: ({ name }) => textOf(name),
  };

  return (path) => {
    const [list = "", at, list2, at2] = path;
    const itemAt = (place: Path) => {
      const item = valueAt(draft, place);
      return isRecord(item) ? item : undefined;
    };
    const item = typeof at === "string" ? automaticEntry?.(draft, at) : itemAt([list, at ?? ""]);
    const name = item && namesOf[list]?.(item);
    const label = item ? itemLabel(path) : elementLabel(path);
    const field = label && t(label);
    if (!name) return field ?? path.join(".");
    const inner = list2 !== undefined && at2 !== undefined ? itemAt([list, at ?? "", list2, at2]) : undefined;
    const innerName = inner && namesOf[list2 ?? ""]?.(inner);
    return [name, innerName ?? field].filter(Boolean).join(", ");
  };
}

/** The warnings whose message begins with the name of their field. */
const NAMES_FIELD: ReadonlySet<string> = new Set<NonNullable<Problem["reason"]>["key"]>(["missingSetting", "noChoice"]);

/** A problem in one line: the place that its message does not name, and the message. */
export function useProblemLine(): (problem: Problem) => { place: string; message: string } {
  const placeOf = usePlaceNames();
  return ({ path, message, reason }) => ({
    place: reason && NAMES_FIELD.has(reason.key) ? "" : `${placeOf(path)}:`,
    message,
  });
}
