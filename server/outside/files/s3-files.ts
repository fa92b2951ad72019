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
/** Codes of the response to a condition: there is such a file, or another request writes it at the same time. */
const THERE_ALREADY = new Set(["PreconditionFailed", "ConditionalRequestConflict"]);
/** The code of services that know no conditions. */
const NO_CONDITIONS = "NotImplemented";
/** The maximum number of files that one request may delete. */
const MOST_DELETED = 1000;

/** Files in a bucket of S3, or of a service that is compatible with it. */
export async function createS3Files(settings: S3Settings): Promise<Files & { close: () => void }> {
  // Loaded only by installations that use it: it is large.
  const {
    DeleteObjectCommand,
    DeleteObjectsCommand,
    GetObjectCommand,
    ListObjectsV2Command,
    PutObjectCommand,
    S3Client,
  } = await import("@aws-sdk/client-s3");
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

  async function read(name: string, Range?: string): Promise<Uint8Array> {
    try {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: prefix + name, Range }), limited());
      return (await Body?.transformToByteArray()) ?? new Uint8Array();
    } catch (error) {
      const { name: code } = error as Error;
      if (code === "NoSuchKey") throw new Failure("notFound", "The file does not exist any more.", { cause: error });
      throw unusable(code, error);
    }
  }

  async function put(name: string, bytes: Uint8Array): Promise<void> {
    await client.send(new PutObjectCommand({ Bucket, Key: prefix + name, Body: bytes }), limited()).catch(refuse);
  }

  return {
    mayBeReplaced: false,
    put,
    async putNew(name, bytes) {
      const command = new PutObjectCommand({ Bucket, Key: prefix + name, Body: bytes, IfNoneMatch: "*" });
      await client.send(command, limited()).catch((error: Error) => {
        if (THERE_ALREADY.has(error.name)) return;
        return error.name === NO_CONDITIONS ? put(name, bytes) : refuse(error);
      });
    },
    get: (name) => read(name),
    getRange: (name, { from, to }) => read(name, `bytes=${from}-${to - 1}`),
    async remove(name) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: prefix + name }), limited()).catch(refuse);
    },
    async *listFolders(folder) {
      const Prefix = `${prefix}${folder}/`;
      for (let ContinuationToken: string | undefined; ; ) {
        const page = await client
          .send(new ListObjectsV2Command({ Bucket, Prefix, Delimiter: "/", ContinuationToken }), limited())
          .catch(refuse);
        yield (page.CommonPrefixes ?? []).flatMap((one) => one.Prefix?.slice(Prefix.length, -1) || []);
        ContinuationToken = page.NextContinuationToken;
        if (ContinuationToken === undefined) return;
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
