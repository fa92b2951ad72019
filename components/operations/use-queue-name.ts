import { useTranslations } from "next-intl";
import messages from "./messages.en.ts";

const isKnown = (name: string): name is keyof typeof messages.queues.names =>
  Object.hasOwn(messages.queues.names, name);

/** What a queue does, in words; the name itself of one that has none. */
export function useQueueName() {
  const t = useTranslations("operations.queues.names");
  return (name: string): string => (isKnown(name) ? t(name) : name);
}
