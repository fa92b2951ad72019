"use client";

import { useTranslations } from "next-intl";
import { cutText } from "#server/cut-text.ts";
import type { RouterOutputs } from "../api/trpc.ts";

type Subscription = RouterOutputs["delivery"]["list"]["items"][number]["subscription"];

/** Only what the text needs, because an event names fewer fields of a subscription than a list. */
export type Destination = Partial<Pick<NonNullable<Subscription>, "id" | "topics" | "config" | "elementInstanceId">>;

const MOST_TOPICS = 3;
const LONGEST_TOPIC = 60;

export const addressOf = ({ subscription }: { subscription?: Destination | undefined }): string =>
  Object.values(subscription?.config ?? {})[0] ?? "";

/**
 * Describes what distinguishes a destination from others with the same address: the connection whose events it gets, or
 * its topics, and its number.
 */
export function useDestinationText(connections?: readonly { id: number; name: string }[]) {
  const t = useTranslations("events.destination");
  return ({ id = 0, topics = [], elementInstanceId }: Destination): string => {
    const number = t("number", { id: String(id) });
    if (elementInstanceId !== undefined) {
      const name = connections?.find((one) => one.id === elementInstanceId)?.name;
      return `${name ? t("connection", { name }) : t("someConnection")} · ${number}`;
    }
    if (topics.length === 0) return number;
    const shown = topics.slice(0, MOST_TOPICS).map((topic) => cutText(topic, LONGEST_TOPIC));
    const others = topics.length - shown.length;
    return `${shown.join(", ")}${others > 0 ? ` ${t("moreTopics", { count: others })}` : ""} · ${number}`;
  };
}
