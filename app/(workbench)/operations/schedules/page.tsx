import { ScheduleList } from "#components/operations/schedule-list.tsx";
import { titled } from "../../../titled.ts";

export const generateMetadata = titled("schedules");

export default function SchedulesPage() {
  return <ScheduleList />;
}
