import type { Metadata } from "next";
import { DocumentationStart } from "#components/documentation/documentation-start.tsx";
import { documentation } from "./documentation.ts";

export const metadata: Metadata = { title: { absolute: "Formulary · Docs" } };

export default async function DocumentationPage() {
  const { readContents } = await documentation();
  return <DocumentationStart contents={await readContents()} />;
}
