import { useEntryTexts } from "../../entries/use-entry-texts.ts";
import { lazyFunction } from "../../ui/lazy-component.tsx";
import { useKinds } from "../use-kinds.ts";
import { useElement } from "./builder.ts";
import { isRecord, type Path, textOf, valueAt } from "./paths.ts";

/** With the rules that check drafts, which are loaded after the page. */
const useAutomaticEntry = lazyFunction(async () => (await import("./entries.ts")).automaticEntry);

/** The names of places in the draft, for people: those of its items, else the path. */
export function usePlaceNames(): (path: Path) => string {
  const draft = useElement();
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
    if (!name) return path.join(".");
    const inner = list2 !== undefined && at2 !== undefined ? itemAt([list, at ?? "", list2, at2]) : undefined;
    const innerName = inner && namesOf[list2 ?? ""]?.(inner);
    return innerName ? `${name}, ${innerName}` : name;
  };
}
