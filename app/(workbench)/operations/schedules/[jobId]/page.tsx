import { SchedulePage } from "#components/operations/schedule-page.tsx";
import { titled } from "../../../../titled.ts";

export const generateMetadata = titled("schedule");

export default async function OneSchedulePage({ params }: { params: Promise<{ jobId: string }> }) {
  return <SchedulePage jobId={(await params).jobId} />;
}
