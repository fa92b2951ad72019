import { authorEntry, requiredEntry } from "./entry.ts";

/** The inputs of every AWS signature. */
export const AWS_ACCESS_KEY = [
  requiredEntry("aws.api.key", "TEXTFIELD_128", "Access key id", "The access key id"),
  requiredEntry("aws.api.secret", "PASSWORD", "Secret access key", "The secret access key"),
] as const;

/** The service that requests are signed for, for hosts that do not contain it. */
export const AWS_SERVICE = authorEntry(
  "aws.service",
  "TEXTFIELD_128",
  "Service",
  "The service that requests are signed for, such as s3; without it, the one that the host names",
);

const AWS_HOST = /\.(?:amazonaws\.com(?:\.cn)?|api\.aws|on\.aws)$/;
const REGION = /^[a-z]{2}(?:-[a-z]+)+-\d$/;
/** Labels of hosts that say how the service is reached. */
const ROUTES = new Set(["dualstack"]);

/** Services whose hosts have another name than their signatures. */
const SIGNED_AS: Readonly<Record<string, string>> = {
  email: "ses",
  "email-smtp": "ses",
  "bedrock-runtime": "bedrock",
  "bedrock-agent-runtime": "bedrock",
  "bedrock-agent": "bedrock",
  "lambda-url": "lambda",
};

/**
 * The service of a host: the label before the region (`bucket.s3.eu-west-1`), after it if there is one
 * (`search-x.us-east-1.es`), and the last one of a host without a region (`bucket.s3`, `bucket.s3-eu-west-1`).
 */
export function serviceOf(host: string): string {
  const isAws = AWS_HOST.test(host);
  const labels = host
    .replace(AWS_HOST, "")
    .split(".")
    .filter((label) => !ROUTES.has(label));
  const region = labels.findIndex((label) => REGION.test(label));
  const named = region >= 0 ? (labels[region + 1] ?? labels[region - 1]) : labels.at(isAws ? -1 : 0);
  const service = named ?? "";
  return /^s3(?:-|$)/.test(service) ? "s3" : (SIGNED_AS[service] ?? service);
}

export const lowerCaseNames = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
