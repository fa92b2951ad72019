import { ElementList } from "#components/elements/element-list.tsx";
import { titled } from "../../titled.ts";

export const generateMetadata = titled("elements");

export default function ElementsPage() {
  return <ElementList />;
}
