import { RunList } from "#components/executions/list/run-list.tsx";
import { titled } from "../../titled.ts";

export const generateMetadata = titled("runs");

export default function RunsPage() {
  return <RunList />;
}
