import { join } from "node:path";
import type { Env } from "#server/env.ts";
import type { Files } from "#server/ports.ts";
import { createLocalFiles } from "./local-files.ts";
import { createS3Files } from "./s3-files.ts";

/** The file store that the environment configures: a bucket, or else a folder of `DATA_DIR`. */
export async function openFiles(env: Env): Promise<Files> {
  const { S3_BUCKET: bucket, S3_REGION: region, S3_ENDPOINT: endpoint, S3_PREFIX: prefix } = env;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!bucket) return createLocalFiles(join(env.DATA_DIR, "bulk"));
  if (!accessKeyId || !secretAccessKey)
    throw new Error("Environment: S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: are required with S3_BUCKET.");
  return createS3Files({ bucket, region, endpoint, prefix, accessKeyId, secretAccessKey });
}
