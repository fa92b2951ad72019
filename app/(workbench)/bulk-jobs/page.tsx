import { BulkJobList } from "#components/bulk-jobs/bulk-job-list.tsx";
import { titled } from "../../titled.ts";

export const generateMetadata = titled("bulkJobs");

export default function BulkJobsPage() {
  return <BulkJobList />;
}
