import type { ReactNode } from "react";
import { Words } from "#components/words/words.tsx";

export default function RunsLayout({ children }: { children: ReactNode }) {
  return <Words rooms={["executions", "formulas", "designer", "definitions"]}>{children}</Words>;
}
