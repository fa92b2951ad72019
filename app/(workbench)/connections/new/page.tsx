import { Catalogue } from "#components/connections/catalogue.tsx";
import { titled } from "../../../titled.ts";

export const generateMetadata = titled("connect");

export default function CataloguePage() {
  return <Catalogue />;
}
