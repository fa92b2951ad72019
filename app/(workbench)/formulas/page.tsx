import type { Metadata } from "next";
import { FormulaList } from "#components/formulas/formula-list.tsx";

export const metadata: Metadata = { title: "Formulas" };

export default function FormulasPage() {
  return <FormulaList />;
}
