import { useTranslations } from "next-intl";
import messages from "./messages.en.ts";

const isKnown = (name: string): name is keyof typeof messages.queues.names =>
  Object.hasOwn(messages.queues.names, name);

/** The label of a queue; its name if it has no label. */
export function useQueueName() {
  const t = useTranslations("operations.queues.names");
  return (name: string): string => (isKnown(name) ? t(name) : name);
}
