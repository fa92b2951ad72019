import { Analytics } from "#components/operations/analytics.tsx";
import { titled } from "../../titled.ts";

export const generateMetadata = titled("analytics");

export default function AnalyticsPage() {
  return <Analytics />;
}
