import { ScheduleList } from "#components/operations/schedule-list.tsx";
import { readAccess } from "../../../session.ts";
import { titled } from "../../../titled.ts";

export const generateMetadata = titled("schedules");

export default async function SchedulesPage() {
  return <ScheduleList seesAccounts={(await readAccess()).isAdministrator} />;
}
