import { expect, test } from "vitest";
import { attachment } from "#server/api/attachment.ts";
import { asciiDisposition } from "./file-disposition.ts";
import { fileHeaders, forwardedHeaders, privateHeaders } from "./reply-headers.ts";

const bytesOf = (text: string) => Buffer.from(text).toString("latin1");
const ENCODED = "filename*=UTF-8''%C3%BCber%20uns.pdf";

test.each([
  ['attachment; filename="a b.pdf"', 'attachment; filename="a b.pdf"'],
  [bytesOf('attachment; filename="über uns.pdf"'), `attachment; ${ENCODED}`],
  [bytesOf("inline;filename=über uns.pdf; size=3"), `inline; ${ENCODED}`],
  ['attachment; filename="\xfcber uns.pdf"', `attachment; ${ENCODED}`],
  ['attachment; filename="文.pdf"', "attachment; filename*=UTF-8''%E6%96%87.pdf"],
  [bytesOf('attachment; filename="\\"ü\\".pdf"'), "attachment; filename*=UTF-8''%22%C3%BC%22.pdf"],
  [bytesOf(`attachment; filename="ü"; ${ENCODED}`), `attachment; ${ENCODED}`],
  [bytesOf("ü"), "attachment"],
  [bytesOf('attachment; name="ü"'), "attachment"],
])("%j is sent as %j", (given, sent) => {
  expect(asciiDisposition(given)).toBe(sent);
  const headers = { "content-disposition": given };
  for (const forward of [fileHeaders, forwardedHeaders, privateHeaders])
    expect(forward(headers)["content-disposition"]).toBe(sent);
});

test("a long name may begin in the middle of a letter", () => {
  const { "content-disposition": header = "" } = attachment(`😀${"x".repeat(199)}`);
  expect(header).toContain("filename*=UTF-8''%EF%BF%BDx");
});
