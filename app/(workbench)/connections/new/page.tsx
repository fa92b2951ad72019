import type { Metadata } from "next";
import { Catalogue } from "#components/connections/catalogue.tsx";

export const metadata: Metadata = { title: "Connect an account" };

export default function CataloguePage() {
  return <Catalogue />;
}
