import { NewElement } from "#components/elements/create/new-element.tsx";
import { titled } from "../../../titled.ts";

export const generateMetadata = titled("newElement");

export default function NewElementPage() {
  return <NewElement />;
}
