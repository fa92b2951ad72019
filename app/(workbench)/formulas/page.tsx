import { FormulaList } from "#components/formulas/formula-list.tsx";
import { titled } from "../../titled.ts";

export const generateMetadata = titled("formulas");

export default function FormulasPage() {
  return <FormulaList />;
}
