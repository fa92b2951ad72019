import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ConnectionPage } from "#components/connections/connection-page.tsx";

export const metadata: Metadata = { title: "Connection" };

export default async function OneConnectionPage({ params }: { params: Promise<{ elementInstanceId: string }> }) {
  const { elementInstanceId } = await params;
  if (!/^\d{1,12}$/.test(elementInstanceId)) notFound();
  return <ConnectionPage elementInstanceId={Number(elementInstanceId)} />;
}
