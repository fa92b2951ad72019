import { notFound } from "next/navigation";
import { EventPage } from "#components/events/event-page.tsx";
import { titled } from "../../../titled.ts";

export const generateMetadata = titled("event");

export default async function OneEventPage({ params }: { params: Promise<{ eventId: string }> }) {
  const { eventId } = await params;
  if (!/^\d{1,15}$/.test(eventId)) notFound();

  return <EventPage eventId={Number(eventId)} />;
}
