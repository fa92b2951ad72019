import type { useFormatter, useTranslations } from "next-intl";

/** The messages and formats used to describe a cron expression. */
export type CronLanguage = {
  t: ReturnType<typeof useTranslations<"schedules.cron">>;
  format: Pick<ReturnType<typeof useFormatter>, "list" | "dateTime">;
};
