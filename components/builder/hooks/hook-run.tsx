import { useTranslations } from "next-intl";
import type { RouterOutputs } from "../../api/trpc.ts";
import { type DiffLine, lineDiff } from "./line-diff.ts";

type Hook = RouterOutputs["builder"]["tryHook"];

const MOST_LINES = 400;

/** The changes and logs of a hook. */
export function HookRun({ hook }: { hook: Hook }) {
  const t = useTranslations("builder.dock");
  const changed = Object.keys({ ...hook.before, ...hook.after }).filter(
    (name) => textOf(hook.before[name]) !== textOf(hook.after[name]),
  );
  return (
    <section aria-label={hook.type} className="grid min-w-0 gap-1.5 text-sm">
      <h3 className="font-medium">
        {t(`hookLevels.${hook.level}`, { type: hook.type })}{" "}
        <span className="font-normal text-muted text-xs">{t("took", { milliseconds: hook.milliseconds })}</span>
      </h3>
      {hook.error && <p className="break-words text-failure [overflow-wrap:anywhere]">{hook.error}</p>}
      {changed.length === 0 && <p className="text-muted">{t("changedNothing")}</p>}
      {changed.map((name) => (
        <div key={name} className="grid min-w-0 gap-1 font-mono text-[0.8125rem]">
          <p className="text-muted text-xs">{name}</p>
          <Diff before={textOf(hook.before[name])} after={textOf(hook.after[name])} />
        </div>
      ))}
      {hook.log.length > 0 && (
        <pre className="whitespace-pre-wrap break-words rounded-lg bg-code p-2 text-xs [overflow-wrap:anywhere]">
          {hook.log.slice(0, MOST_LINES).join("\n")}
        </pre>
      )}
    </section>
  );
}

const textOf = (value: unknown): string =>
  typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value, null, 2);

const LINES = {
  " ": { as: "span", look: "text-muted" },
  "…": { as: "span", look: "text-muted" },
  "+": { as: "ins", look: "text-success" },
  "-": { as: "del", look: "text-failure" },
} as const satisfies Record<DiffLine["sign"], object>;

function Diff({ before, after }: { before: string; after: string }) {
  const all = lineDiff(before, after);
  const lines: DiffLine[] = all.length > MOST_LINES ? [...all.slice(0, MOST_LINES), { sign: "…", text: "" }] : all;
  return (
    <pre className="min-w-0 whitespace-pre-wrap break-words rounded-lg border border-line p-2 [overflow-wrap:anywhere]">
      {lines.map(({ sign, text }, at) => {
        const { as: Line, look } = LINES[sign];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one run stay as they are
          <Line key={at} className={`block no-underline ${look}`}>
            {`${sign} ${text}`}
          </Line>
        );
      })}
    </pre>
  );
}
