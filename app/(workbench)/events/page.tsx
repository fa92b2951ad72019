import { EventList } from "#components/events/event-list.tsx";
import { titled } from "../../titled.ts";

export const generateMetadata = titled("events");

export default function EventsPage() {
  return <EventList />;
}
