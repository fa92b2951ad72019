import { describe, expect, test } from "vitest";
import type { ProviderRequest } from "../ports.ts";
import { signed } from "./aws-v2-signature.ts";

const at = { now: new Date("2011-10-03T15:19:30.123Z"), nonce: "" };
const examples = {
  "aws.api.key": "AKIAIOSFODNN7EXAMPLE",
  "aws.api.secret": "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
};
const sign = (request: Partial<ProviderRequest> & { url: string }, configuration: Record<string, string> = examples) =>
  signed({ method: "GET", headers: {}, ...request }, configuration, at);
const queryOf = (url: string) => Object.fromEntries(new URL(url).searchParams);

describe("the query", () => {
  const address = "https://elasticmapreduce.amazonaws.com/?Action=DescribeJobFlows&Version=2009-03-31";

  test("is signed as in AWS's own example", () => {
    const { url } = sign({ url: `${address}&Timestamp=2011-10-03T15%3A19%3A30` });
    expect(queryOf(url).Signature).toBe("i91nKc4PWAt0JJIdXwz9HxZCJDdiy6cf/Mj6vPxyYIs=");
    expect(url).toContain("AWSAccessKeyId=AKIAIOSFODNN7EXAMPLE&Action=DescribeJobFlows&SignatureMethod=HmacSHA256");
  });

  test("has the time of the request, and no earlier signature", () => {
    const { url } = sign({ url: `${address}&Signature=old` });
    expect(queryOf(url)).toMatchObject({ Timestamp: "2011-10-03T15:19:30Z", SignatureVersion: "2" });
    expect(sign({ url }).url).toBe(url);
  });

  test("has the token of a session, covered by the signature", () => {
    const { url } = sign({ url: address }, { ...examples, "aws.session.token": "of a session" });
    expect(url).toContain("&SecurityToken=of%20a%20session&");
    expect(queryOf(url).Signature).not.toBe(queryOf(sign({ url: address }).url).Signature);
  });
});

test("a form that is posted has the signature among its fields", () => {
  const { url, body } = sign({
    method: "POST",
    url: "https://sdb.amazonaws.com/",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: "Action=ListDomains&Note=a+b*",
  });
  expect(url).toBe("https://sdb.amazonaws.com/");
  expect(String(body)).toMatch(
    /^AWSAccessKeyId=AKIAIOSFODNN7EXAMPLE&Action=ListDomains&Note=a%20b%2A&SignatureMethod=.*&Signature=[\w%]+$/,
  );
});

/** AWS's examples of S3 requests, by their names there. */
test.each<[string, Partial<ProviderRequest> & { url: string }, string]>([
  [
    "Object GET",
    {
      url: "https://johnsmith.s3.amazonaws.com/photos/puppy.jpg",
      headers: { Date: "Tue, 27 Mar 2007 19:36:42 +0000" },
    },
    "bWq2s1WEIj+Ydj0vQ697zp+IXMU=",
  ],
  [
    "Object PUT",
    {
      method: "PUT",
      url: "https://johnsmith.s3.amazonaws.com/photos/puppy.jpg",
      headers: { "Content-Type": "image/jpeg", Date: "Tue, 27 Mar 2007 21:15:45 +0000" },
    },
    "MyyxeRY7whkBe+bq8fHCL/2kKUg=",
  ],
  [
    "List",
    {
      url: "https://johnsmith.s3.amazonaws.com/?prefix=photos&max-keys=50&marker=puppy",
      headers: { "User-Agent": "Mozilla/5.0", Date: "Tue, 27 Mar 2007 19:42:41 +0000" },
    },
    "htDYFYduRNen8P9ZfE/s9SuKy0U=",
  ],
  [
    "Fetch",
    { url: "https://johnsmith.s3.amazonaws.com/?acl", headers: { Date: "Tue, 27 Mar 2007 19:44:46 +0000" } },
    "c2WLPFtWHVgbEmeEG93a4cG37dM=",
  ],
])("S3's own example %s", (_, request, signature) => {
  expect(sign(request).headers.authorization).toBe(`AWS AKIAIOSFODNN7EXAMPLE:${signature}`);
});

test("a request to S3 has its time in a header, and what is compatible with S3 is signed alike", () => {
  const request = { url: "https://storage.example.com/bucket/photo.jpg", headers: { Authorization: "old" } };
  const { url, headers } = sign(request, { ...examples, "aws.service": "s3" });
  expect(url).toBe(request.url);
  expect(headers).toEqual({
    "x-amz-date": "Mon, 03 Oct 2011 15:19:30 GMT",
    authorization: expect.stringMatching(/^AWS AKIAIOSFODNN7EXAMPLE:/),
  });
});

test("without credentials nothing is signed", () => {
  const request = { method: "GET", url: "https://sdb.amazonaws.com/", headers: {} };
  expect(sign(request, {})).toEqual(request);
});
