import { diffLines } from "diff";
import { useTranslations } from "next-intl";
import { type Draft, idOf, type PartRef, partOf, refOf } from "../model/draft.ts";
import { portsOf } from "../model/graph.ts";
import { renamedUnits } from "../model/renamed-units.ts";
import { useSpeech } from "../model/speech.ts";

type Props = { before: Draft; after: Draft; id: string };

/** The differences of one part between two states: its type, each property, and the steps that follow, line by line. */
export function PartDifferences({ before, after, id }: Props) {
  const t = useTranslations("designer.compare");
  const speech = useSpeech();
  const ref = refOf(id);
  const now = partOf(after, ref);
  const old = partOf(before, formerRef(before, after, id));
  const part = now ?? old;
  if (!part) return null;
  const ports = new Map(
    [old, now].flatMap((one) => (one ? portsOf(ref, one) : [])).map(({ port, word }) => [port, word]),
  );
  const differences = [
    { key: "type", label: t("type"), before: old?.type, after: now?.type },
    ...Object.keys({ ...old?.properties, ...now?.properties }).map((name) => ({
      key: `property ${name}`,
      label: speech.property(ref, part, name).label,
      before: old?.properties[name],
      after: now?.properties[name],
    })),
    ...[...ports].map(([port, word]) => ({
      key: port,
      label: t("followedBy", { port: speech.port(word) }),
      before: old?.[port].join("\n"),
      after: now?.[port].join("\n"),
    })),
  ].filter(({ before: one, after: other }) => textOf(one) !== textOf(other));
  if (differences.length === 0) return <p className="text-muted text-sm">{t("sameParts")}</p>;
  return (
    <div className="grid gap-4">
      {differences.map(({ key, label, before: one, after: other }) => (
        <section key={key} aria-label={label} className="min-w-0">
          <h4 className="mb-1 font-medium text-sm">{label}</h4>
          <Lines before={textOf(one)} after={textOf(other)} label={label} />
        </section>
      ))}
    </div>
  );
}

function formerRef(before: Draft, after: Draft, id: string): PartRef {
  const old = renamedUnits(before, after).get(id);
  return refOf(old ?? id);
}

const textOf = (value: unknown): string =>
  value === undefined || value === null ? "" : typeof value === "string" ? value : JSON.stringify(value, null, 2);

const LOOKS = {
  added: { sign: "+", look: "border-success text-success" },
  removed: { sign: "−", look: "border-failure text-failure" },
  same: { sign: " ", look: "border-transparent text-muted" },
} as const;

/** The lines of two texts, each with its sign, since color alone is not accessible. */
function Lines({ before, after, label }: { before: string; after: string; label: string }) {
  const t = useTranslations("designer.compare");
  const lines = diffLines(ended(before), ended(after)).flatMap(({ value, added, removed }) => {
    const kind = added ? "added" : removed ? "removed" : "same";
    return value
      .replace(/\n$/, "")
      .split("\n")
      .map((text) => ({ kind, text }) as const);
  });
  return (
    <section
      aria-label={t("linesOf", { label })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll
      tabIndex={0}
      className="max-h-80 overflow-auto rounded-lg border border-line bg-ground py-2 font-mono text-xs"
    >
      {lines.map(({ kind, text }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their place
        <div key={at} translate="no" className={`w-max min-w-full whitespace-pre border-l-4 px-3 ${LOOKS[kind].look}`}>
          {kind !== "same" && <span className="sr-only">{t(kind)} </span>}
          <span aria-hidden="true">{LOOKS[kind].sign} </span>
          {text}
        </div>
      ))}
    </section>
  );
}

/** Without a line break at the end the last line would count as changed. */
const ended = (text: string) => (text === "" || text.endsWith("\n") ? text : `${text}\n`);

export const isPart = (id: string): boolean => /^(?:step|trigger):/.test(id);
export const partName = (id: string): string => {
  const ref = refOf(id);
  return "step" in ref ? ref.step : idOf(ref);
};
