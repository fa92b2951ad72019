import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { aStepBench, type StepBench } from "#server/testing/step-bench.ts";

let bench: StepBench;
/** The element instance that steps call. */
let connection: string;

beforeAll(async () => {
  bench = await aStepBench();
  connection = bench.connection;
});
beforeEach(() => {
  bench.state.failures = 0;
  bench.provider.requests.length = 0;
  bench.published.length = 0;
});
afterAll(() => bench.close());

const REQUESTS = ["elementRequest", "request", "httpRequest"] as const;
type RequestType = (typeof REQUESTS)[number];

/** A request-like step that reaches the provider at this path, whatever its type. */
const to = (type: RequestType, path: string, more: object = {}) => ({
  type,
  properties: {
    ...(type === "httpRequest" ? { url: bench.provider.url + path } : { api: path, elementInstanceId: connection }),
    method: "GET",
    ...more,
  },
});
const script = (name: string, body: string) => ({ name, type: "script", properties: { body } });
const sent = () => bench.provider.requests[0];

describe.each(REQUESTS)("%s", (type) => {
  test("spec §2.5 method: is required, by the time the step runs", async () => {
    const { status, step } = await bench.run(to(type, "/contacts", { method: undefined }));
    expect([status, step?.values.error]).toEqual(["failed", expect.stringContaining("method")]);
    expect(bench.provider.requests).toEqual([]);
  });

  test.each(["GET", "POST", "PUT", "PATCH", "DELETE"])("spec §2.5 method: %s is sent", async (method) => {
    const path = method === "GET" || method === "POST" ? "/contacts" : "/contacts/7";
    const { status } = await bench.run(to(type, path, { method }));
    expect([status, sent()?.method]).toEqual(["success", method]);
  });

  test("spec §2.5 headers: are passed on", async () => {
    await bench.run(to(type, "/contacts", { headers: { "X-Tag": "${trigger.args.tag}" } }), { args: { tag: "blue" } });
    expect(sent()?.headers["x-tag"]).toBe("blue");
  });

  test.each([
    ["as an object", { q: "${trigger.args.q}" }],
    ["as a reference to one", "${trigger.args.query}"],
    ["as a bare path to one", "trigger.args.query"],
  ])("spec §2.5 query: %s becomes the query", async (_, query) => {
    await bench.run(to(type, "/contacts", { query }), { args: { q: "a b", query: { q: "a b" } } });
    expect(new URL(sent()?.url ?? "", bench.provider.url).searchParams.get("q")).toBe("a b");
  });

  test("spec §2.5 body: built by the step before is sent as JSON", async () => {
    const first = { ...script("step", "done({ body: { name: 'Ada', tags: [1] } });"), onSuccess: ["post"] };
    const post = { name: "post", ...to(type, "/contacts", { method: "POST", body: "${steps.step.body}" }) };
    await bench.run(first, { others: [post] });
    expect(JSON.parse(sent()?.body ?? "")).toEqual({ name: "Ada", tags: [1] });
    expect(sent()?.headers["content-type"]).toContain("application/json");
  });

  test("spec §2.5 path; §9 step property path: still fills variables in braces", async () => {
    const path = type === "httpRequest" ? `${bench.provider.url}/contacts/{id}` : "/contacts/{id}";
    const address = type === "httpRequest" ? { url: path } : { api: path };
    await bench.run(to(type, "", { ...address, path: { id: "${trigger.args.id}" } }), { args: { id: 12 } });
    expect(sent()?.url).toBe("/contacts/12");
  });

  test.each([
    ["no list", undefined, 204, "success"],
    ["no list", undefined, 404, "failed"],
    ["codes", "200,404", 404, "success"],
    ["codes", "200,404", 403, "failed"],
    ["a range", "400-405", 405, "success"],
    ["both", "200-205,408", 408, "success"],
    ["both", "200-205,408", 406, "failed"],
    ["a list without this success", "201", 200, "failed"],
  ])(
    "spec §2.5 acceptableStatusCodes; §3 success of a request: with %s (%s) %i is %s",
    async (_, codes, code, status) => {
      const run = await bench.run(to(type, `/status/${code}`, { acceptableStatusCodes: codes }));
      expect(run.status).toBe(status);
    },
  );

  describe("that the provider refuses for a while", () => {
    beforeEach(async () => {
      connection = await bench.connect();
    });
    afterEach(() => {
      connection = bench.connection;
    });

    test.each([
      [true, "3", "200"],
      ["true", 3, "200"],
      [false, 3, "503"],
      [undefined, 3, "503"],
    ])(
      "spec §2.5 retry; §3 retries of a request: %j and %j attempts end with %s",
      async (retry, retryAttempts, code) => {
        bench.state.failures = 2;
        const more = { retry, retryAttempts, retryDelay: "1", retryStatusCodes: "503" };
        const { step } = await bench.run(to(type, "/flaky", more));
        expect(step?.values["response.code"]).toBe(code);
        expect(bench.provider.requests).toHaveLength(code === "200" ? 3 : 1);
      },
    );

    test("spec §2.5 retryAttempts: is how often it is tried again at most", async () => {
      bench.state.failures = 99;
      const more = { retry: true, retryAttempts: 2, retryDelay: 1, retryStatusCodes: "500-503" };
      const { status, step } = await bench.run(to(type, "/flaky", more));
      expect([status, step?.values["request.retry-attempt"]]).toEqual(["failed", "2"]);
      expect(bench.provider.requests).toHaveLength(3);
    });

    test("spec §2.5 retryDelay; §8 unit of retryDelay: is counted in milliseconds", async () => {
      bench.state.failures = 2;
      const began = Date.now();
      const more = { retry: true, retryAttempts: 2, retryDelay: "60", retryStatusCodes: "500-503" };
      expect((await bench.run(to(type, "/flaky", more))).status).toBe("success");
      const took = Date.now() - began;
      expect(took).toBeGreaterThanOrEqual(120);
      expect(took).toBeLessThan(20_000);
    });

    test.each([
      ["503", 3],
      ["500-504", 3],
      ["429,500-504", 3],
      ["429", 1],
    ])(
      "spec §2.5 retryStatusCodes; §3 retries of a request: with %s the provider gets %i requests",
      async (codes, times) => {
        bench.state.failures = 2;
        await bench.run(to(type, "/flaky", { retry: true, retryAttempts: 3, retryDelay: 1, retryStatusCodes: codes }));
        expect(bench.provider.requests).toHaveLength(times);
      },
    );
  });
});

test.each(REQUESTS)("spec §2.5 retryAttempts: more than five of a %s are refused when it is saved", async (type) => {
  const steps = [{ name: "step", ...to(type, "/contacts", { retry: true, retryAttempts: "6" }) }];
  const { status, body } = await bench.send("POST", "/formulas", { name: "Too many", steps });
  expect([status, body.message]).toEqual([400, expect.stringContaining("retryAttempts")]);
});

// A request without an element instance calls the platform as the formula's owner; an elementRequest needs one.
test("spec §2.5 elementInstanceId: is required by elementRequest and may be left out of request", async () => {
  const without = { method: "GET", api: "/formulas", elementInstanceId: undefined };
  const element = await bench.run({ type: "elementRequest", properties: without });
  expect([element.status, element.step?.values.error]).toEqual([
    "failed",
    expect.stringContaining("elementInstanceId"),
  ]);
  const platform = await bench.run({ type: "request", properties: without });
  expect([platform.status, platform.step?.values["response.code"]]).toEqual(["success", "200"]);
});

test.each(["elementRequest", "request"] as const)(
  "spec §2.5 elementInstanceId: of %s may be a variable",
  async (type) => {
    const configuration = [{ key: "crm", name: "CRM", type: "elementInstance" }];
    const step = to(type, "/contacts", { elementInstanceId: "${config.crm}" });
    const { status } = await bench.run(step, { configuration, values: { crm: bench.connection } });
    expect([status, bench.provider.requests.length]).toEqual(["success", 1]);
  },
);

test.each(["elementRequest", "request"] as const)(
  "spec §2.5 api: of %s is required, a path with or without its hub",
  async (type) => {
    const { status, step } = await bench.run(to(type, "", { api: undefined }));
    expect([status, step?.values.error]).toEqual(["failed", expect.stringContaining("api")]);
    for (const api of ["hubs/crm/contacts", "/hubs/crm/contacts", "/contacts", "contacts"]) {
      bench.provider.requests.length = 0;
      await bench.run(to(type, "", { api }));
      expect(sent()?.url, api).toBe("/contacts");
    }
  },
);

test("spec §2.5 url: is required by httpRequest, whole and of HTTP or HTTPS", async () => {
  for (const url of [undefined, "/contacts", "ftp://example.com", "example.com/x"]) {
    const { status, step } = await bench.run({ type: "httpRequest", properties: { method: "GET", url } });
    expect([status, step?.values.error], String(url)).toEqual(["failed", expect.stringContaining("url")]);
  }
  const { status } = await bench.run(to("httpRequest", "/contacts?q=1"));
  expect([status, sent()?.url]).toEqual(["success", "/contacts?q=1"]);
});

describe("amqpRequest", () => {
  const message = {
    url: "amqp://guest:secret@broker.example/vhost",
    queue: "orders",
    body: { n: "${trigger.args.n}" },
  };

  test("spec §2.5 amqpRequest url, amqpRequest queue, amqpRequest body, amqpRequest exchange: are what is published", async () => {
    const properties = { ...message, exchange: "sales" };
    const { status } = await bench.run({ type: "amqpRequest", properties }, { args: { n: 7 } });
    expect(status).toBe("success");
    expect(bench.published).toEqual([{ url: message.url, queue: "orders", exchange: "sales", body: '{"n":7}' }]);
  });

  test("spec §2.5 amqpRequest exchange: may be left out", async () => {
    await bench.run({ type: "amqpRequest", properties: message });
    expect(bench.published[0]).not.toHaveProperty("exchange");
  });

  test.each(["url", "queue", "body"])(
    "spec §2.5 amqpRequest url, amqpRequest queue, amqpRequest body: %s is required",
    async (name) => {
      const { status, step } = await bench.run({ type: "amqpRequest", properties: { ...message, [name]: undefined } });
      expect([status, step?.values.error]).toEqual(["failed", expect.stringContaining(name)]);
      expect(bench.published).toEqual([]);
    },
  );
});

test.each(["filter", "script"])("spec §2.5 filter body, script body: %s needs one", async (type) => {
  const { status, step } = await bench.run({ type, properties: {} });
  expect([status, step?.values.error]).toEqual(["failed", expect.stringContaining("body")]);
});

test("spec §2.5 filter body: is JavaScript that says done(true) or done(false)", async () => {
  const filter = (body: string) => bench.run({ type: "filter", properties: { body } }, { args: { n: 3 } });
  expect((await filter("const { n } = trigger.args; done(n > 2);")).step?.values).toEqual({ continue: "true" });
  expect((await filter("const { n } = trigger.args; done(n > 4);")).step?.values).toEqual({ continue: "false" });
});

test("spec §2.5 script body: is JavaScript that passes an object to done", async () => {
  const body = "const sum = trigger.args.list.reduce((a, b) => a + b, 0); done({ sum, of: trigger.args.list.length });";
  expect((await bench.run({ type: "script", properties: { body } }, { args: { list: [1, 2, 4] } })).result).toEqual({
    sum: 7,
    of: 3,
  });
});

test.each([
  ["a bare path to a step", "steps.make.rows"],
  ["a bare path to the trigger", "trigger.args.rows"],
  ["a reference", "${steps.make.rows}"],
])("spec §2.5 loop list: may be %s", async (_, list) => {
  const body = { name: "body", type: "script", properties: { body: "done(steps.each.entry);" }, onSuccess: ["each"] };
  const each = { name: "each", type: "loop", properties: { list }, onSuccess: ["body"] };
  const { steps } = await bench.run(
    { name: "step", type: "script", properties: { body: "done({});" }, onSuccess: ["make"] },
    {
      args: { rows: [{ n: 1 }, { n: 2 }] },
      others: [{ ...script("make", "done({ rows: [{ n: 1 }, { n: 2 }] });"), onSuccess: ["each"] }, each, body],
    },
  );
  expect(steps.filter(({ stepName }) => stepName === "body").map(({ values }) => values)).toEqual([
    { n: "2" },
    { n: "1" },
  ]);
});

test("spec §2.5 loop list: is required and has to be a list", async () => {
  const missing = await bench.run({ type: "loop", properties: {} });
  expect([missing.status, missing.step?.values.error]).toEqual(["failed", expect.stringContaining("list")]);
  const text = await bench.run({ type: "loop", properties: { list: "trigger.args.text" } }, { args: { text: "abc" } });
  expect([text.status, text.steps.length]).toEqual(["failed", 2]);
});

test("spec §2.5 retryFormulaExecution retryAttempts; §8 retry attempts of an execution: at most seven, or left out", async () => {
  const save = (retryAttempts: unknown) =>
    bench.send("POST", "/formulas", {
      name: "Again",
      steps: [{ name: "again", type: "retryFormulaExecution", properties: { retryAttempts } }],
    });
  for (const attempts of [undefined, 1, "7"]) expect((await save(attempts)).status, String(attempts)).toBe(200);
  for (const attempts of [8, "8", 0, "many"]) {
    const { status, body } = await save(attempts);
    expect([status, body.message], String(attempts)).toEqual([400, expect.stringContaining("retryAttempts")]);
  }
});

describe("elementRequestStream", () => {
  const stream = (more: object = {}) => ({
    type: "elementRequestStream",
    properties: {
      downloadElementInstanceId: bench.connection,
      downloadMethod: "GET",
      downloadApi: "/hubs/documents/blob",
      uploadElementInstanceId: bench.connection,
      uploadMethod: "POST",
      uploadApi: "/uploads",
      ...more,
    },
  });
  const upload = () => bench.provider.requests.find(({ method }) => method === "POST");

  test("spec §2.5 stream of a download to an upload; §2.5 elementRequestStream instances, elementRequestStream methods, elementRequestStream paths: sends the body of one response as the body of the other request", async () => {
    const run = await bench.run(stream());
    expect(run.status, JSON.stringify(run.steps)).toBe("success");
    expect(bench.provider.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      "GET /blob",
      "POST /uploads",
    ]);
    expect(upload()?.body).toBe("id,name\n1,Ada\n");
    expect(upload()?.headers["content-type"]).toContain("text/csv");
  });

  test.each([
    "downloadElementInstanceId",
    "uploadElementInstanceId",
    "downloadMethod",
    "uploadMethod",
    "downloadApi",
    "uploadApi",
  ])(
    "spec §2.5 elementRequestStream instances, elementRequestStream methods, elementRequestStream paths: %s is required",
    async (name) => {
      const { status, step } = await bench.run(stream({ [name]: undefined }));
      expect([status, step?.values.error]).toEqual(["failed", expect.stringContaining(name)]);
      expect(bench.provider.requests).toEqual([]);
    },
  );

  test("spec §2.5 elementRequestStream headers, elementRequestStream query: each call has its own", async () => {
    await bench.run(
      stream({
        downloadHeaders: { "X-Tag": "down" },
        downloadQuery: { q: "from" },
        uploadHeaders: { "X-Tag": "up" },
        uploadQuery: { q: "to" },
      }),
    );
    expect(bench.provider.requests.map(({ url, headers }) => [url, headers["x-tag"]])).toEqual([
      ["/blob?q=from", "down"],
      ["/uploads?q=to", "up"],
    ]);
  });

  test("spec §2.5 elementRequestStream uploadFormData, elementRequestStream uploadFormDataName: is a part of a form beside the file", async () => {
    const first = { ...script("step", "done({ meta: { title: 'Contacts' } });"), onSuccess: ["copy"] };
    const data = { uploadApi: "/forms", uploadFormData: "${steps.step.meta}", uploadFormDataName: "metaData" };
    await bench.run(first, { others: [{ name: "copy", ...stream(data) }] });
    expect(upload()?.headers["content-type"]).toMatch(/^multipart\/form-data/);
    expect(upload()?.body).toMatch(/name="metaData"[\s\S]*\{"title":"Contacts"\}/);
    expect(upload()?.body).toContain("id,name\n1,Ada\n");
  });
});

test("spec §2.5 console output of a script: is in the whole output of a step, not in the value passed to done", async () => {
  const body = "console.log('seen'); done({ a: 1 });";
  const { step, steps } = await bench.run(
    { type: "script", properties: { body }, onSuccess: ["read"] },
    { others: [script("read", "done({ declared: steps.step.a });")] },
  );
  expect(step?.values).toEqual({ a: "1", console: '["seen"]' });
  expect(steps[0]?.values).toEqual({ declared: "1" });
});

describe("a sub-formula", () => {
  const child = async (body: string, more: object = {}) => {
    const steps = [{ ...script("first", "done({ early: true });"), onSuccess: ["last"] }, script("last", body)];
    const formula = { name: "Child", triggers: [{ type: "manual", onSuccess: ["first"] }], steps, ...more };
    return (await bench.send("POST", "/formulas", formula)).body.id as number;
  };
  const VARIABLES = ["inherited", "replaced"].map((key) => ({ key, name: key, type: "value" }));
  const values = { inherited: "from the parent", replaced: "from the parent" };

  test.each([Number, String])(
    "spec §2.5 formula formulaId, result of a sub-formula: runs, and its last step's output is the result (%o)",
    async (as) => {
      const formulaId = as(await child("done({ late: true });"));
      const run = await bench.run({ type: "formula", properties: { formulaId } });
      expect([run.status, run.result]).toEqual(["success", { late: true }]);
    },
  );

  test("spec §2.5 formula formulaId: is required, of a formula that exists", async () => {
    const missing = await bench.run({ type: "formula", properties: {} });
    expect([missing.status, missing.step?.values.error]).toEqual(["failed", expect.stringContaining("formulaId")]);
    expect((await bench.run({ type: "formula", properties: { formulaId: 99_999_999 } })).status).toBe("failed");
  });

  test("spec §2.5 formula args: are its trigger.args", async () => {
    const formulaId = await child("done({ args: trigger.args });");
    const args = { n: "${trigger.args.n}", list: [1] };
    const run = await bench.run({ type: "formula", properties: { formulaId, args } }, { args: { n: 7 } });
    expect(run.result).toEqual({ args: { n: 7, list: [1] } });
  });

  test("spec §2.5 configuration of a sub-formula, formula subFormulaConfigs: the parent's values, those of the step before them", async () => {
    const formulaId = await child("done({ config });");
    const subFormulaConfigs = { replaced: "from the step", added: "${trigger.args.n}" };
    const run = await bench.run(
      { type: "formula", properties: { formulaId, subFormulaConfigs }, onSuccess: ["after"] },
      { configuration: VARIABLES, values, args: { n: "7" }, others: [script("after", "done({ config });")] },
    );
    const [after, step] = run.steps;
    expect(JSON.parse(String(step?.values.config))).toEqual({
      inherited: "from the parent",
      replaced: "from the step",
      added: "7",
    });
    expect(JSON.parse(String(after?.values.config))).toEqual(values);
  });
});
