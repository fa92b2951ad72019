import type { Metadata } from "next";
import { NewFormula } from "#components/formulas/new-formula.tsx";

export const metadata: Metadata = { title: "New formula" };

export default function NewFormulaPage() {
  return <NewFormula />;
}
