import { PollerList } from "#components/events/poller-list.tsx";
import { titled } from "../../../titled.ts";

export const generateMetadata = titled("pollers");

export default function PollersPage() {
  return <PollerList />;
}
