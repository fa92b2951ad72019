import { randomBytes } from "node:crypto";
import { compileCommonResources } from "#server/common-resource/compile.ts";
import { elementTransformations } from "#server/common-resource/element-transformations.ts";
import { performMapped } from "#server/common-resource/perform.ts";
import { authenticationOf } from "#server/element/auth/authentication-of.ts";
import { runResource } from "#server/element/call/run-resource.ts";
import { performCall } from "#server/element/call.ts";
import { fillConfiguration } from "#server/element/definition/fill-configuration.ts";
import { prepareElement } from "#server/element/definition/prepare.ts";
import type { HubRequest, HubResponse } from "#server/element/hub-request.ts";
import { compileElement } from "#server/element/plan.ts";
import type { Configuration, ElementPorts, ProviderRequest } from "#server/element/ports.ts";
import type { ResourceTypeName } from "#server/element/resource-types/registry.ts";
import { elementSchema } from "#server/element/shape.ts";
import { createEgress } from "#server/outside/egress/egress.ts";
import { createSandbox } from "#server/outside/sandbox/sandbox.ts";
import { createSql } from "#server/outside/sql/sql.ts";
import { xml } from "#server/outside/xml.ts";

function requestOf(line: string, more: Partial<HubRequest> = {}): HubRequest {
  const [method = "GET", address = "/"] = line.split(/ (.*)/s);
  const [path = "", search = ""] = address.split(/\?(.*)/s);
  const query = Object.fromEntries(new URLSearchParams(search));
  return { method, path, query, headers: {}, signal: AbortSignal.timeout(30_000), ...more };
}

type Connecting = { configuration?: Configuration; providerData?: Record<string, unknown> };
export type Connection = Awaited<ReturnType<Awaited<ReturnType<typeof anElementCaller>>["connect"]>>;

/**
 * Requests to elements without the rest of the product: the real pipeline, egress, databases and sandbox, with the
 * configuration in memory. `connect` does what creating an instance does; call `close` in `afterAll`.
 */
export async function anElementCaller({ allow = ["127.0.0.1"] } = {}) {
  const egress = createEgress({ allow });
  const databases = createSql(egress);
  const sandbox = await createSandbox({
    processes: 1,
    timeoutMs: 10_000,
    memoryMb: 64,
    requireJail: false,
    log: { info() {}, warn() {}, error() {} } as never,
  });

  const basics = {
    send: egress.provider,
    sql: databases.sql,
    xml,
    hook: (call, signal) => sandbox.hook(call, signal),
    formula: () => Promise.reject(new Error("This test has no formulas.")),
    now: () => new Date(),
    nonce: () => randomBytes(16).toString("hex"),
    seal: (text: string) => `sealed ${text.length}`,
  } satisfies Partial<ElementPorts>;

  async function connect(definition: object, { configuration: given = {}, providerData }: Connecting = {}) {
    const element = prepareElement(elementSchema.parse(definition), { elementId: 1 });
    const plan = compileElement(element);
    let configuration: Configuration = fillConfiguration(element, given);
    const auth = () => authenticationOf(element, configuration);
    const at = () => ({ now: basics.now(), nonce: basics.nonce() });

    async function takeGrant(request: ProviderRequest | null | undefined): Promise<Configuration | null> {
      if (!request) return null;
      const { origin } = new URL(request.url);
      const reply = await basics.send(request, { origins: [origin], signal: AbortSignal.timeout(10_000) });
      if (reply.code !== 200) throw new Error(`${request.url} answered ${reply.code} ${JSON.stringify(reply.body)}`);
      return { ...configuration, ...auth().readGrant?.(reply.body, { now: basics.now() }) };
    }

    const ports: ElementPorts = {
      ...basics,
      async saveConfiguration(changes) {
        configuration = { ...configuration, ...changes };
      },
      async refresh() {
        const granted = await takeGrant(auth().refresh?.(configuration));
        if (granted) configuration = granted;
        return (await run("onRefresh")) || granted ? configuration : null;
      },
    };

    async function run(type: ResourceTypeName): Promise<boolean> {
      for (const resource of plan.ofType(type))
        ({ configuration } = await runResource(plan, resource, { configuration }, ports));
      return plan.ofType(type).length > 0;
    }

    if (providerData)
      configuration = (await takeGrant(await auth().exchange?.(configuration, providerData, at()))) ?? configuration;
    await run("provisionAuthValidation");

    const commonResources = compileCommonResources(elementTransformations(element.defaultTransformations));
    return {
      element,
      configuration: () => configuration,
      /** `call("GET /contacts?pageSize=2")`; throws the Failure of a refused request. */
      call: (line: string, more?: Partial<HubRequest>): Promise<HubResponse> =>
        performCall(plan, requestOf(line, more), { id: 1, configuration }, ports),
      /** Like `call`, with the common resources of the element. */
      callMapped: (line: string, more?: Partial<HubRequest>): Promise<HubResponse> =>
        performMapped({
          ...{ plan, commonResources, ports },
          call: requestOf(line, more),
          instance: { id: 1, configuration },
        }),
    };
  }

  return {
    connect,
    send: basics.send,
    close: async () => {
      await databases.close();
      await Promise.all([egress.close(), sandbox.close()]);
    },
  };
}
