import { Catalog } from "#components/connections/catalog.tsx";
import { titled } from "../../../titled.ts";

export const generateMetadata = titled("catalog");

export default function CatalogPage() {
  return <Catalog />;
}
