import { ErrorReference } from "#components/documentation/error-reference.tsx";
import { titled } from "../../../titled.ts";
import { documentation } from "../../documentation.ts";

export const generateMetadata = titled("apiErrors");

export default async function ErrorsPage() {
  const { explainedErrors } = await documentation();
  return <ErrorReference errors={explainedErrors()} />;
}
