import { WhyNot } from "#components/executions/why/why-not.tsx";
import { titled } from "../../../titled.ts";

export const generateMetadata = titled("whyNot");

export default function WhyNotPage() {
  return <WhyNot />;
}
