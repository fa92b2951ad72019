import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { OpenDesigner } from "#components/designer/designer.tsx";

export const metadata: Metadata = { title: "Designer" };

export default async function DesignPage({ params }: { params: Promise<{ formulaId: string }> }) {
  const { formulaId } = await params;
  if (!/^\d{1,9}$/.test(formulaId)) notFound();
  return <OpenDesigner key={formulaId} formulaId={Number(formulaId)} />;
}
