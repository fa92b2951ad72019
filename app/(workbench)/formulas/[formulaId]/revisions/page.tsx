import { notFound } from "next/navigation";
import { ComparePage } from "#components/designer/compare/compare-page.tsx";
import { titled } from "../../../../titled.ts";

export const generateMetadata = titled("revisions");

export default async function RevisionsPage({ params }: { params: Promise<{ formulaId: string }> }) {
  const { formulaId } = await params;
  if (!/^\d{1,9}$/.test(formulaId)) notFound();
  return <ComparePage formulaId={Number(formulaId)} />;
}
