import { requiredEntry } from "./entry.ts";

/** The inputs of every AWS signature. */
export const AWS_ACCESS_KEY = [
  requiredEntry("aws.api.key", "TEXTFIELD_128", "Access key id", "The access key id"),
  requiredEntry("aws.api.secret", "PASSWORD", "Secret access key", "The secret access key"),
] as const;

/** The service of a host: the label before the region, with or without a bucket or an account in front. */
export function serviceOf(host: string): string {
  const labels = host.replace(/\.amazonaws\.com(\.cn)?$/, "").split(".");
  if (labels.some((label) => /^s3(-|$)/.test(label))) return "s3";
  const beforeRegion = labels.findIndex((label) => /^[a-z]{2}(-gov)?-[a-z]+-\d$/.test(label)) - 1;
  return labels[Math.max(beforeRegion, 0)] ?? "";
}

export const lowerCaseNames = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
