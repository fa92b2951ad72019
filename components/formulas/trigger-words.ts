import { describeCron } from "#server/formula/cron-words.ts";

type Trigger = { type: string; properties: Record<string, unknown> };

/** What starts a formula, as one says it: `At 08:00 on Monday, UTC`; of an instance, with the cron that it has. */
export function triggerWords({ type, properties }: Trigger, cron?: string): string {
  return (WORDS[type] ?? (() => type))(cron === undefined ? properties : { ...properties, cron });
}

const WORDS: Record<string, (properties: Record<string, unknown>) => string> = {
  manual: () => "When somebody runs it",
  scheduled: ({ cron }) =>
    isOpen(cron) ? "At the times that its instance says" : `${cronWords(String(cron ?? ""))}, UTC`,
  event: ({ elementInstanceId }) => `When something changes at ${reference(elementInstanceId)}`,
  elementRequest: ({ elementInstanceId, method, api }) =>
    `After ${method ?? "a call"} ${api ?? ""} at ${reference(elementInstanceId)}`,
};

/** Whether only an instance says it. */
const isOpen = (cron: unknown) => String(cron).includes("${");

/** `${config.crm}` is called by the name of its variable. */
const reference = (value: unknown) => String(value ?? "a connection").replace(/^\$\{config\.(.+)\}$/, "$1");

function cronWords(cron: string): string {
  try {
    return describeCron(cron);
  } catch {
    return `By the cron ${cron}`;
  }
}
