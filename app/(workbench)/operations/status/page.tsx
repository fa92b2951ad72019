import { SystemStatus } from "#components/operations/system-status.tsx";
import { titled } from "../../../titled.ts";

export const generateMetadata = titled("systemStatus");

export default function SystemStatusPage() {
  return <SystemStatus />;
}
