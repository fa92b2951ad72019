import { describeCron } from "#server/formula/cron-words.ts";

type Trigger = { type: string; properties: Record<string, unknown> };

/** What starts a formula, as one says it: `At 08:00 on Monday, UTC`. */
export function triggerWords({ type, properties }: Trigger): string {
  return (WORDS[type] ?? (() => type))(properties);
}

const WORDS: Record<string, (properties: Record<string, unknown>) => string> = {
  manual: () => "When somebody runs it",
  scheduled: ({ cron }) => `${cronWords(String(cron ?? ""))}, UTC`,
  event: ({ elementInstanceId }) => `When something changes at ${reference(elementInstanceId)}`,
  elementRequest: ({ elementInstanceId, method, api }) =>
    `After ${method ?? "a call"} ${api ?? ""} at ${reference(elementInstanceId)}`,
};

/** `${config.crm}` is called by the name of its variable. */
const reference = (value: unknown) => String(value ?? "a connection").replace(/^\$\{config\.(.+)\}$/, "$1");

function cronWords(cron: string): string {
  try {
    return describeCron(cron);
  } catch {
    return `By the cron ${cron}`;
  }
}
