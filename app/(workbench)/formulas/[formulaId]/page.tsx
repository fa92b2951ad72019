import { notFound } from "next/navigation";
import { FormulaPage } from "#components/formulas/formula-page.tsx";
import { titled } from "../../../titled.ts";

export const generateMetadata = titled("formula");

export default async function OneFormulaPage({ params }: { params: Promise<{ formulaId: string }> }) {
  const { formulaId } = await params;
  if (!/^\d{1,12}$/.test(formulaId)) notFound();
  return <FormulaPage formulaId={Number(formulaId)} />;
}
