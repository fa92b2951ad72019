import { useTranslations } from "next-intl";
import { useCronText } from "./cron-text.ts";

type Trigger = { type: string; properties: Record<string, unknown> };

/** What a language brings along to tell of a trigger. */
export type TriggerLanguage = {
  t: ReturnType<typeof useTranslations<"formulas.triggers">>;
  cronText: (cron: string) => string;
};

/** What starts a formula, as one says it: `At 08:00 on Monday, UTC`; of an instance, with the cron that it has. */
export function triggerText(trigger: Trigger | undefined, cron: string | undefined, language: TriggerLanguage) {
  if (!trigger) return language.t("none");
  const { type, properties } = trigger;
  return (WORDS[type] ?? (() => type))(cron === undefined ? properties : { ...properties, cron }, language);
}

export function useTriggerText(): (trigger: Trigger | undefined, cron?: string) => string {
  const t = useTranslations("formulas.triggers");
  const cronText = useCronText();
  return (trigger, cron) => triggerText(trigger, cron, { t, cronText });
}

const WORDS: Record<string, (properties: Record<string, unknown>, language: TriggerLanguage) => string> = {
  manual: (_, { t }) => t("manual"),
  scheduled: ({ cron }, language) =>
    isOpen(cron) ? language.t("openTimes") : scheduleText(String(cron ?? ""), language),
  event: ({ elementInstanceId }, { t }) =>
    t("event", { connection: reference(elementInstanceId) ?? t("anyConnection") }),
  elementRequest: ({ elementInstanceId, method, api }, { t }) =>
    t("elementRequest", {
      method: String(method ?? t("anyCall")),
      api: String(api ?? ""),
      connection: reference(elementInstanceId) ?? t("anyConnection"),
    }),
};

/** Whether only an instance says it. */
const isOpen = (cron: unknown) => String(cron).includes("${");

/** `${config.crm}` is called by the name of its variable. */
const reference = (value: unknown): string | undefined =>
  value === undefined || value === null ? undefined : String(value).replace(/^\$\{config\.(.+)\}$/, "$1");

function scheduleText(cron: string, { t, cronText }: TriggerLanguage): string {
  try {
    return t("scheduled", { times: cronText(cron) });
  } catch {
    return t("unreadable", { cron });
  }
}
