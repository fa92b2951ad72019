import type { Metadata } from "next";
import { ConnectionList } from "#components/connections/connection-list.tsx";

export const metadata: Metadata = { title: "Connections" };

export default function ConnectionsPage() {
  return <ConnectionList />;
}
