import { ImportDefinitions } from "#components/imports/import-definitions.tsx";
import { titled } from "../../titled.ts";

export const generateMetadata = titled("import");

export default function ImportPage() {
  return <ImportDefinitions />;
}
