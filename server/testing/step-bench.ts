import type { ServerResponse } from "node:http";
import type { Ports } from "#server/formula/ports.ts";
import { anElement } from "./elements.ts";
import { aProvider, aRunningApi, type Run, type StepSeen } from "./running.ts";

type Message = Parameters<Ports["publish"]>[0];
type Step = { name?: string; type: string; properties?: object; onSuccess?: string[]; onFailure?: string[] };
type BenchOptions = {
  args?: unknown;
  engine?: string;
  /** Further steps of the formula. */
  others?: Step[];
  configuration?: object[];
  values?: object;
};

export type StepBench = Awaited<ReturnType<typeof aStepBench>>;

/**
 * Runs single steps by the public API against its own provider: `/status/418` responds with that status, `/flaky` with
 * 503 as often as `failures` says, `/blob` with a file, any other path with the request. `connection` is an element
 * instance with contacts, files and uploads there. Published messages are in `published`.
 */
export async function aStepBench() {
  const state = { failures: 0 };
  const published: Message[] = [];
  const api = await aRunningApi({
    env: { RETRY_UNIT_MS: "1" },
    publish: async (message) => void published.push(message),
  });
  const provider = await aProvider((request, response) => {
    const path = request.url?.split("?")[0] ?? "";
    const status = Number(/\/status\/(\d+)/.exec(path)?.[1] ?? 200);
    if (path.startsWith("/blob")) response.writeHead(200, { "content-type": "text/csv" }).end("id,name\n1,Ada\n");
    else reply(response, path.startsWith("/flaky") && state.failures-- > 0 ? 503 : status, { path, n: 7 });
  });
  const send = (method: string, path: string, body?: unknown) => api.fetch(path, { as: api.as, method, body });

  /** Creates the element of the provider; returns its key. */
  async function define(): Promise<string> {
    const id = { name: "id", vendorName: "id", type: "path", vendorType: "path", required: true };
    const q = { name: "q", vendorName: "q", type: "query", vendorType: "query" };
    const body = { name: "body", vendorName: "body", type: "body", vendorType: "body" };
    const tag = { name: "X-Tag", vendorName: "X-Tag", type: "header", vendorType: "header" };
    const part = (name: string) => ({ name, vendorName: name, type: "multipart", vendorType: "multipart" });
    const call = (method: string, path: string, ...parameters: object[]) => ({
      method,
      path: `/${path}`,
      vendorPath: `/${path}`,
      parameters: [...parameters, q, tag],
    });
    const { body: element } = await send(
      "POST",
      "/elements",
      anElement({
        configuration: [{ key: "base.url", name: "Base", description: "Base", defaultValue: provider.url }],
        resources: [
          ...["PUT", "PATCH", "DELETE"].map((method) => call(method, "contacts/{id}", id, body)),
          call("GET", "contacts/{id}", id),
          call("GET", "contacts"),
          call("POST", "contacts", body),
          call("GET", "status/{id}", id),
          call("GET", "flaky"),
          call("GET", "blob"),
          call("POST", "uploads", body),
          call("POST", "forms", ...["file", "metaData"].map(part)),
        ],
      }),
    );
    return element.key;
  }

  const key = await define();
  const connect = async () => String((await send("POST", `/elements/${key}/instances`, { name: "Main" })).body.id);

  return {
    api,
    send,
    provider,
    published,
    state,
    connection: await connect(),
    /** Another instance, which is not affected by earlier failures of the provider. */
    connect,
    /** Runs one step, called `step`, and returns the outcome of the execution and of all its steps. */
    async run(
      step: Step,
      { args = {}, engine = "v3", others = [], configuration = [], values = {} }: BenchOptions = {},
    ) {
      const formula = {
        name: "One step",
        engine,
        configuration,
        triggers: [{ type: "manual", onSuccess: ["step"] }],
        steps: [{ name: "step", ...step }, ...others],
      };
      const { formulaInstanceId } = await api.aRunnable(formula, { configuration: values });
      const run: Run = await api.run(formulaInstanceId, args);
      const steps: StepSeen[] = await api.stepsOf(run.id);
      return { ...run, steps, step: steps.find(({ stepName }) => stepName === "step") };
    },
    async close() {
      await api.close();
      await provider.close();
    },
  };
}

const reply = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
