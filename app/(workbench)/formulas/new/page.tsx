import { NewFormula } from "#components/formulas/new-formula.tsx";
import { titled } from "../../../titled.ts";

export const generateMetadata = titled("newFormula");

export default function NewFormulaPage() {
  return <NewFormula />;
}
