import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { FormulaPage } from "#components/formulas/formula-page.tsx";

export const metadata: Metadata = { title: "Formula" };

export default async function OneFormulaPage({ params }: { params: Promise<{ formulaId: string }> }) {
  const { formulaId } = await params;
  if (!/^\d{1,12}$/.test(formulaId)) notFound();
  return <FormulaPage formulaId={Number(formulaId)} />;
}
