import type { Metadata } from "next";
import { WhyNot } from "#components/executions/why-not.tsx";

export const metadata: Metadata = { title: "Why didn't it run?" };

export default function WhyNotPage() {
  return <WhyNot />;
}
