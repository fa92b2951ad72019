import { describe, expect, test } from "vitest";
import { inputKey, missingInputs, NOTHING_FILLED, requestOf } from "../../operation-forms/request.ts";
import { type TestedOperation, testedOperations } from "../model/tested-operations.ts";

const draft = {
  resources: [
    {
      method: "get",
      path: "/hubs/crm/contacts/{id}",
      parameters: [
        { type: "path", name: "id", description: "The id" },
        { type: "query", name: "fields" },
        { type: "query", name: "fields", source: "response" },
        { type: "value", name: "1" },
        { type: "header", name: "X-Trace", required: true },
        { type: "query", name: "fields" },
      ],
    },
    { method: "POST", path: "/contacts", parameters: [{ type: "bodyField", name: "name" }] },
    { method: "POST", path: "/forms", parameters: [{ type: "form", name: "a" }] },
    { method: "POST", path: "/setup", type: "onProvision" },
    {
      ...{ method: "POST", path: "/files" },
      parameters: [
        { type: "multipart", name: "file", dataType: "file", required: true },
        { type: "multipart", name: "note" },
      ],
    },
  ],
};
type Operations = [TestedOperation, TestedOperation, TestedOperation, TestedOperation];
const [read, create, form, upload] = testedOperations(draft) as Operations;
const filled = (inputs: Record<string, string>, body = "") => ({ inputs, body });

describe("operations", () => {
  test("are the resources that applications call, with what their parameters take from the caller", () => {
    expect(testedOperations(draft).map(({ at, method, path }) => `${at} ${method} ${path}`)).toEqual([
      "0 GET /contacts/{id}",
      "1 POST /contacts",
      "2 POST /forms",
      "4 POST /files",
    ]);
    expect(read.inputs).toEqual([
      { place: "path", name: "id", isRequired: true, help: "The id" },
      { place: "query", name: "fields", isRequired: false, help: "" },
      { place: "header", name: "X-Trace", isRequired: true, help: "" },
    ]);
    expect([read.takesBody, create.takesBody]).toEqual([false, true]);
  });

  test("name what is missing", () => {
    expect(
      missingInputs(read, filled({ [inputKey({ place: "path", name: "id" })]: "1" })).map(({ name }) => name),
    ).toEqual(["X-Trace"]);
    expect(missingInputs(create, NOTHING_FILLED).map(({ name }) => name)).toEqual([]);
  });
});

describe("a filled form is", () => {
  test("a request with its path, query and headers", () =>
    expect(requestOf(read, filled({ "path id": "a/b", "query fields": "", "header X-Trace": "t" }))).toEqual({
      method: "GET",
      path: "/contacts/a%2Fb",
      query: {},
      headers: { "X-Trace": "t" },
    }));

  test("a request with its body", () =>
    expect(requestOf(create, filled({}, '{"name":"Ada"}'))).toMatchObject({ body: { name: "Ada" } }));

  test("a request with its form", () =>
    expect(requestOf(form, filled({ "form a": "b c" }))).toMatchObject({ form: { a: "b c" }, headers: {} }));

  test("a request with a file beside the fields of its form", () => {
    const file = { fileName: "a.txt", contentType: "text/plain", content: "YQ==" };
    expect(upload.inputs).toMatchObject([{ place: "multipart", name: "file", isFile: true }, { name: "note" }]);
    expect(missingInputs(upload, NOTHING_FILLED).map(({ name }) => name)).toEqual(["file"]);
    const filledIn = { ...filled({ "multipart note": "new" }), files: { "multipart file": file } };
    expect(missingInputs(upload, filledIn).map(({ name }) => name)).toEqual([]);
    expect(requestOf(upload, filledIn)).toMatchObject({ form: { file, note: "new" } });
  });

  test("refused if the body is not JSON", () => expect(() => requestOf(create, filled({}, "{"))).toThrow(SyntaxError));
});
