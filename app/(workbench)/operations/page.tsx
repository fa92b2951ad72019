import { QueueList } from "#components/operations/queue-list.tsx";
import { titled } from "../../titled.ts";

export const generateMetadata = titled("operations");

export default function OperationsPage() {
  return <QueueList />;
}
