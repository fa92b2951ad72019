import { ConnectionList } from "#components/connections/connection-list.tsx";
import { titled } from "../../titled.ts";

export const generateMetadata = titled("connections");

export default function ConnectionsPage() {
  return <ConnectionList />;
}
