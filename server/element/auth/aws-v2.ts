import { defineAuthType } from "./auth-type.ts";
import { AWS_ACCESS_KEY, AWS_SERVICE } from "./aws.ts";
import { authorEntry } from "./entry.ts";

/**
 * AWS signature version 2 over the call as it leaves: of the query or the form, and for S3 and what is compatible with
 * it (`aws.service` = `s3`) of the headers. A request keeps a time of its own.
 */
export const awsV2 = defineAuthType({
  type: "awsv2",
  label: "AWS signature 2",
  summary: "Every request is signed with an AWS access key, for services that do not accept signature 4.",
  configuration: [
    ...AWS_ACCESS_KEY,
    authorEntry("aws.region", "TEXTFIELD_32", "Region", "The region, for addresses that contain it", "us-east-1"),
    AWS_SERVICE,
  ],
  // Browsers show the type, and sign nothing.
  sign: async (...given) => (await import("./aws-v2-signature.ts")).signed(...given),
});
