import type { ReactNode } from "react";
import { Words } from "#components/words/words.tsx";

export default function ConnectionsLayout({ children }: { children: ReactNode }) {
  return <Words rooms={["connections"]}>{children}</Words>;
}
