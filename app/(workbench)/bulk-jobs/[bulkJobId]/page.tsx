import { BulkJobPage } from "#components/bulk-jobs/bulk-job-page.tsx";
import { titled } from "../../../titled.ts";

export const generateMetadata = titled("bulkJob");

export default async function OneBulkJobPage({ params }: { params: Promise<{ bulkJobId: string }> }) {
  return <BulkJobPage bulkJobId={(await params).bulkJobId} />;
}
