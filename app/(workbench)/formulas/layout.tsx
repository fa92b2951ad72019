import type { ReactNode } from "react";
import { Words } from "#components/words/words.tsx";

export default function FormulasLayout({ children }: { children: ReactNode }) {
  return <Words rooms={["formulas", "designer", "definitions"]}>{children}</Words>;
}
