import { describe, expect, test } from "vitest";
import { specialBody } from "./special-body.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const file = { type: "workflow-file-attachment", filename: "a.png", content: btoa("png") };
const png = { fileName: "a.png", contentType: "image/png", bytes: bytes("png") };
const form = (...parts: unknown[]) => ({ type: "workflow-multipart", parts });

describe("a body that describes a file or a form is that (spec §2.5)", () => {
  test.each<[string, unknown, unknown]>([
    ["a downloaded file", file, { file: png }],
    ["its JSON text", JSON.stringify(file), { file: png }],
    [
      "a file of an unknown ending",
      { ...file, filename: "a.b" },
      { file: { ...png, fileName: "a.b", contentType: "application/octet-stream" } },
    ],
    [
      "text fields",
      form({ name: "a", content: "1" }, { name: "b", content: { c: 2 } }, { name: "d" }),
      {
        parts: [
          ["a", "1"],
          ["b", '{"c":2}'],
          ["d", '""'],
        ],
      },
    ],
    [
      "its JSON text with a long number",
      '{"type":"workflow-multipart","parts":[{"name":"a","content":12345678901234567890}]}',
      { parts: [["a", "12345678901234567890"]] },
    ],
    ["a part with a file name", form({ name: "f", filename: "a.png", content: btoa("png") }), { parts: [["f", png]] }],
    ["a part that is a downloaded file", form({ name: "f", content: file }), { parts: [["f", png]] }],
    [
      "with another name and type",
      form({ name: "f", content: file, filename: "b", "Content-Type": "text/x" }),
      { parts: [["f", { ...png, fileName: "b", contentType: "text/x" }]] },
    ],
    [
      "a field with a type",
      form({ name: "j", content: "{}", "Content-Type": "application/json" }),
      { parts: [["j", { fileName: undefined, contentType: "application/json", bytes: bytes("{}") }]] },
    ],
  ])("%s", (_, body, content) => {
    expect(specialBody(body)).toEqual({ ok: true, content });
  });

  test.each([undefined, null, "text", "{ workflow-multipart", { type: "other" }, [file], { parts: [] }])(
    "%j is none",
    (body) => {
      expect(specialBody(body)).toEqual({ ok: true });
    },
  );

  test.each<[unknown, RegExp]>([
    [form(), /body: workflow-multipart needs parts/],
    [{ type: "workflow-multipart" }, /needs parts/],
    [form({ content: "x" }), /parts\[0\] needs a name/],
    [
      form({ name: "a", filename: "f.txt", content: "not base64!" }),
      /parts\[0\]: the content of the file "f.txt" must be base64/,
    ],
    [{ ...file, content: undefined }, /body: the content of the file "a.png" must be base64/],
    [{ ...file, filename: "" }, /needs a filename/],
  ])("%j is refused", (body, error) => {
    expect(specialBody(body)).toEqual({ ok: false, error: expect.stringMatching(error) });
  });
});
