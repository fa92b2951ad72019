import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { FilePart, ProviderRequest } from "../ports.ts";
import { signed } from "./aws-v4-signature.ts";

const at = { now: new Date("2015-08-30T12:36:00.123Z"), nonce: "" };
const suite = {
  "aws.api.key": "AKIDEXAMPLE",
  "aws.api.secret": "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
  "aws.region": "us-east-1",
  "aws.service": "service",
};
const sign = (request: Partial<ProviderRequest>, configuration: Record<string, string> = suite) =>
  signed({ method: "GET", url: "https://example.amazonaws.com/", headers: {}, ...request }, configuration, at).headers;

/** The suite of published vectors, by the names of its cases. */
test.each<[string, Partial<ProviderRequest>, string]>([
  ["get-vanilla", {}, "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"],
  [
    "get-vanilla-query-order-key-case",
    { url: "https://example.amazonaws.com/?Param2=value2&Param1=value1" },
    "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500",
  ],
  ["post-vanilla", { method: "POST" }, "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"],
])("AWS's own vector %s", (_, request, signature) => {
  expect(sign(request)?.authorization).toBe(
    "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, " +
      `SignedHeaders=host;x-amz-date, Signature=${signature}`,
  );
});

test("the service is read from the host; the content type is covered (AWS's documented example)", () => {
  const { "aws.service": _none, ...configuration } = suite;
  const headers = sign(
    {
      url: "https://iam.amazonaws.com/?Action=ListUsers&Version=2010-05-08",
      headers: { "Content-Type": "application/x-www-form-urlencoded; charset=utf-8" },
    },
    configuration,
  );
  expect(headers).toMatchObject({
    "x-amz-date": "20150830T123600Z",
    authorization:
      "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/iam/aws4_request, " +
      "SignedHeaders=content-type;host;x-amz-date, " +
      "Signature=5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7",
  });
});

test.each([
  ["dynamodb.eu-west-1.amazonaws.com", "eu-west-1/dynamodb/"],
  ["bucket.s3.eu-west-1.amazonaws.com", "/s3/"],
  ["bucket.s3-eu-west-1.amazonaws.com", "/s3/"],
  ["a1b2.execute-api.eu-west-1.amazonaws.com", "/execute-api/"],
  ["s3-reports.execute-api.eu-west-1.amazonaws.com", "/execute-api/"],
  ["s3.dualstack.eu-west-1.amazonaws.com", "/s3/"],
  ["bucket.s3.amazonaws.com", "/s3/"],
  ["bucket.s3.cn-north-1.amazonaws.com.cn", "/s3/"],
  ["search-x.us-east-1.es.amazonaws.com", "/es/"],
  ["abc.us-east-1.aoss.amazonaws.com", "/aoss/"],
  ["email.us-gov-west-1.amazonaws.com", "/ses/"],
  ["bedrock-runtime.us-east-1.amazonaws.com", "/bedrock/"],
  ["abc.lambda-url.us-east-1.on.aws", "/lambda/"],
  ["storage.example.com", "/storage/"],
])("a call to %s is one to %s", (host, scope) => {
  const configuration = { ...suite, "aws.service": "", "aws.region": "eu-west-1" };
  expect(sign({ url: `https://${host}/x` }, configuration)?.authorization).toContain(scope);
});

test.each([
  ["/report (1).pdf", "/report%20%281%29.pdf"],
  ["/it's!*.txt", "/it%27s%21%2A.txt"],
  ["/a%2Fb/ü+~", "/a%2Fb/%C3%BC%2B~"],
  ["/half%", "/half%25"],
])("S3 gets the path %s as it is signed: %s", (path, sent) => {
  const storage = { ...suite, "aws.service": "s3" };
  const request = (url: string) => signed({ method: "GET", url, headers: {} }, storage, at);
  const { url, headers } = request(`https://bucket.s3.amazonaws.com${path}`);
  expect(url).toBe(`https://bucket.s3.amazonaws.com${sent}`);
  expect(headers).toEqual(request(url).headers);
});

const bytes: FilePart["bytes"] = {
  async *[Symbol.asyncIterator]() {
    yield new Uint8Array([1]);
  },
};
const FILE: FilePart = { fileName: "a.bin", contentType: "application/octet-stream", bytes, size: 1 };
const hash = (text: string) => createHash("sha256").update(text).digest("hex");

describe("a body", () => {
  const post = (service: string, body: ProviderRequest["body"]) =>
    signed(
      { method: "POST", url: "https://api.example.com/", headers: { "Content-Type": "text/plain" }, body },
      { ...suite, "aws.service": service },
      { ...at, nonce: "n1" },
    );

  test.each<[string, ProviderRequest["body"]]>([
    ["a file", bytes],
    [
      "a form with a file",
      {
        parts: [
          ["name", "Ada"],
          ["file", FILE],
        ],
      },
    ],
  ])("%s is unsigned for S3 alone, and refused by name for other services", (_, body) => {
    expect(post("s3", body)?.headers["x-amz-content-sha256"]).toBe("UNSIGNED-PAYLOAD");
    for (const service of ["execute-api", "lambda", "es", "bedrock"])
      expect(() => post(service, body)).toThrow(`A file cannot be sent to ${service}`);
  });

  test("a form without files is signed with the hash of what is sent", () => {
    const json = { ...FILE, contentType: "application/json", isField: true as const, text: '{"a":"ü"}' };
    const signed = post("s3", {
      parts: [
        ["name", "Ada"],
        ["owner", json],
      ],
    });
    const head = (name: string) => `--formulary-n1\r\ncontent-disposition: form-data; name="${name}"\r\n`;
    expect(signed?.body).toBe(
      `${head("name")}\r\nAda\r\n${head("owner")}content-type: application/json\r\n\r\n{"a":"ü"}\r\n--formulary-n1--\r\n`,
    );
    expect(signed?.headers).toMatchObject({
      "content-type": "multipart/form-data; boundary=formulary-n1",
      "x-amz-content-sha256": hash(String(signed?.body)),
    });
    expect(post("execute-api", { parts: [["name", "Ada"]] })?.headers.authorization).toContain("content-type;host");
  });
});

test("without credentials nothing is signed", () => expect(sign({}, {})).toEqual({}));
