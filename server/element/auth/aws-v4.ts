import { defineAuthType } from "./auth-type.ts";
import { AWS_ACCESS_KEY, AWS_SERVICE } from "./aws.ts";
import { requiredEntry } from "./entry.ts";

/**
 * AWS signature version 4 over the call as it leaves. The service is read from the host
 * (`dynamodb.eu-west-1.amazonaws.com`) unless `aws.service` names it.
 */
export const awsV4 = defineAuthType({
  type: "awsv4",
  label: "AWS signature 4",
  summary: "Every request is signed with an AWS access key.",
  configuration: [
    ...AWS_ACCESS_KEY,
    requiredEntry("aws.region", "TEXTFIELD_32", "Region", "The region, such as us-east-1", "us-east-1"),
    AWS_SERVICE,
  ],
  // Browsers show the type, and sign nothing.
  sign: async (...given) => (await import("./aws-v4-signature.ts")).signed(...given),
});
