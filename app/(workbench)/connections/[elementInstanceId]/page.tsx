import { notFound } from "next/navigation";
import { ConnectionPage } from "#components/connections/connection-page.tsx";
import { titled } from "../../../titled.ts";

export const generateMetadata = titled("connection");

export default async function OneConnectionPage({ params }: { params: Promise<{ elementInstanceId: string }> }) {
  const { elementInstanceId } = await params;
  if (!/^\d{1,12}$/.test(elementInstanceId)) notFound();
  return <ConnectionPage elementInstanceId={Number(elementInstanceId)} />;
}
