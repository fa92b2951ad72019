import { CirclePause, CirclePlay } from "lucide-react";
import { useTranslations } from "next-intl";
import type { RouterOutputs } from "../api/trpc.ts";
import { StatusLabel } from "../ui/status-label.tsx";

export type Schedule = RouterOutputs["schedule"]["list"]["items"][number];

/** Whether it is of a request to the API, and not of a formula instance. */
export const isRequest = (data: Schedule["data"]): data is Extract<Schedule["data"], { uri: string }> => "uri" in data;

/** Whether a schedule is on or paused. */
export function ScheduleState({ schedule: { trigger } }: { schedule: Pick<Schedule, "trigger"> }) {
  const t = useTranslations("operations.schedules");
  const isOn = trigger.state === "NORMAL";
  const look = isOn ? { Icon: CirclePlay, color: "text-success" } : { Icon: CirclePause, color: "text-muted" };
  return (
    <StatusLabel look={look} data-schedule-state={trigger.state}>
      {t(isOn ? "on" : "paused")}
    </StatusLabel>
  );
}
