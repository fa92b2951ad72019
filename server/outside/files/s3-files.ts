import { Failure } from "#server/errors.ts";
import type { Files } from "#server/ports.ts";

type S3Settings = {
  bucket: string;
  region: string;
  /** A service other than AWS, with the bucket in the path. */
  endpoint?: string | undefined;
  accessKeyId: string;
  secretAccessKey: string;
  prefix: string;
};

const TIMEOUT_MS = 60_000;
/** The maximum number of files that one request may delete. */
const MOST_DELETED = 1000;

/** Files in a bucket of S3, or of a service that is compatible with it. */
export async function createS3Files(settings: S3Settings): Promise<Files & { close: () => void }> {
  // Loaded only by installations that use it: it is large.
  const { DeleteObjectsCommand, GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } = await import(
    "@aws-sdk/client-s3"
  );
  const { bucket: Bucket, region, endpoint, prefix, accessKeyId, secretAccessKey } = settings;
  const client = new S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    credentials: { accessKeyId, secretAccessKey },
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  const limited = () => ({ abortSignal: AbortSignal.timeout(TIMEOUT_MS) });

  async function removePage(folder: string): Promise<boolean> {
    const Prefix = `${prefix}${folder}/`;
    const page = await client
      .send(new ListObjectsV2Command({ Bucket, Prefix, MaxKeys: MOST_DELETED }), limited())
      .catch(refuse);
    const Objects = (page.Contents ?? []).map(({ Key }) => ({ Key }));
    if (Objects.length === 0) return false;
    const { Errors = [] } = await client
      .send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }), limited())
      .catch(refuse);
    if (Errors.length > 0) throw unusable(Errors[0]?.Code);
    return page.IsTruncated === true;
  }

  return {
    async put(name, bytes) {
      await client.send(new PutObjectCommand({ Bucket, Key: prefix + name, Body: bytes }), limited()).catch(refuse);
    },
    async get(name) {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: prefix + name }), limited());
        return (await Body?.transformToByteArray()) ?? new Uint8Array();
      } catch (error) {
        const { name: code } = error as Error;
        if (code === "NoSuchKey") throw new Failure("notFound", "The file does not exist any more.", { cause: error });
        throw unusable(code, error);
      }
    },
    async removeFolder(folder) {
      while (await removePage(folder)) {
        // One page at a time.
      }
    },
    close: () => client.destroy(),
  };
}

function refuse(error: Error): never {
  throw unusable(error.name, error);
}

/** The service's message may name its accounts and addresses. */
const unusable = (code = "an unknown error", cause?: unknown) =>
  new Failure("unavailable", `The store for files answered ${code}. Ask the operator to check it.`, { cause });
