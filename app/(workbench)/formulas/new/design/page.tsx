import type { Metadata } from "next";
import { NewDesigner } from "#components/designer/designer.tsx";

export const metadata: Metadata = { title: "New formula" };

export default function NewDesignPage() {
  return <NewDesigner />;
}
