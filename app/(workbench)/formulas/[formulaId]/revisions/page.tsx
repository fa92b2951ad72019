import { notFound } from "next/navigation";
import { CompareRevisions } from "#components/designer/compare-revisions.tsx";
import { titled } from "../../../../titled.ts";

export const generateMetadata = titled("revisions");

export default async function RevisionsPage({ params }: { params: Promise<{ formulaId: string }> }) {
  const { formulaId } = await params;
  if (!/^\d{1,9}$/.test(formulaId)) notFound();
  return <CompareRevisions formulaId={Number(formulaId)} />;
}
