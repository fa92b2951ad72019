import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { load, loadAll } from "js-yaml";
import { Registry } from "prom-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { createHealth } from "#server/api/health.ts";
import { exposeProcessMetrics } from "#server/api/process-metrics.ts";
import { SETTINGS } from "#server/env.ts";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { countUnhandledRejections } from "#server/unhandled-rejections.ts";
import { queues } from "#server/worker/queues.ts";
import { renderChart } from "./system/helm-template.ts";

/** The files of `deploy` against what they name: settings, metrics, paths, commands. */
const ROOT = path.resolve(import.meta.dirname, "..");
const read = (...names: string[]) => readFileSync(path.join(ROOT, "deploy", ...names), "utf8");

describe("the Helm chart", () => {
  const chart = "helm/formulary";
  const Values = load(read(chart, "values.yaml")) as Record<string, Record<string, unknown>>;
  const schema = z.fromJSONSchema(JSON.parse(read(chart, "values.schema.json")));
  const names = readdirSync(path.join(ROOT, "deploy", chart, "templates"));
  const templates = Object.fromEntries(names.map((name) => [name, read(chart, "templates", name)]));
  const Chart = { AppVersion: "1.2.3" };

  type Resource = { kind: string; metadata: { name: string; annotations?: object }; spec: object };
  function resourcesWith(values: object): Resource[] {
    const context = { Values: values, Release: { Name: "prod", Namespace: "apps" }, Chart };
    return Object.entries(renderChart(templates, context))
      .filter(([name]) => name.endsWith(".yaml"))
      .flatMap(([, text]) => loadAll(text) as (Resource | null)[])
      .filter((resource) => resource !== null);
  }
  const everything = {
    ...Values,
    ingress: { enabled: true, className: "nginx", host: "a.example", tlsSecretName: "tls" },
    monitoring: { enabled: true },
    router: { ...Values.router, enabled: true },
    worker: { ...Values.worker, queueAge: { ...(Values.worker?.queueAge as object), enabled: true } },
  };
  const nothing = { ...Values, sandbox: { requireJail: false } };

  test("accepts its own values, and refuses misspelled and missing ones", () => {
    for (const values of [Values, everything, nothing]) expect(schema.safeParse(values).error).toBeUndefined();
    expect(schema.safeParse({ ...Values, web: { ...Values.web, replica: 3 } }).success).toBe(false);
    expect(schema.safeParse({ ...Values, secretName: "" }).success).toBe(false);
    expect(schema.safeParse({ ...Values, settings: { PORT: 3000 } }).success).toBe(false);
  });

  test("renders web and worker apart, each with probes, a disruption budget and an autoscaler, and migrations before", () => {
    for (const values of [Values, everything, nothing]) {
      const resources = resourcesWith(values);
      const kinds = resources.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
      for (const of of ["web", "worker"])
        expect(kinds).toEqual(
          expect.arrayContaining([
            `Deployment prod-${of}`,
            `PodDisruptionBudget prod-${of}`,
            `HorizontalPodAutoscaler prod-${of}`,
          ]),
        );
      expect(kinds.includes("Ingress prod-web")).toBe(values === everything);
      expect(kinds.filter((kind) => kind.endsWith("prod-router"))).toHaveLength(values === everything ? 4 : 0);
      for (const { kind, metadata, spec } of resources) {
        if (kind === "Job") expect(metadata.annotations).toMatchObject({ "helm.sh/hook": "pre-install,pre-upgrade" });
        if (kind !== "Deployment") continue;
        const { template } = spec as { template: { spec: { containers: never[]; hostUsers?: boolean } } };
        const [container] = template.spec.containers as Record<string, unknown>[];
        expect(container).toMatchObject({
          image: "formulary:1.2.3",
          livenessProbe: { httpGet: { path: "/livez", port: "health" } },
          readinessProbe: { httpGet: { path: "/readyz", port: "health" } },
          securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false },
        });
        // Only web and worker run scripts.
        const runsScripts = metadata.name !== "prod-router";
        expect(template.spec.hostUsers).toBe(values === nothing || !runsScripts ? undefined : false);
      }
    }
    const worker = resourcesWith(everything).find(
      ({ kind, metadata }) => kind === "HorizontalPodAutoscaler" && metadata.name === "prod-worker",
    );
    expect(JSON.stringify(worker)).toContain('"formulary_oldest_waiting_seconds"');
  });
});

test("the router of the chart gets settings of the product, and no secret but its key", () => {
  const [, environment = ""] =
    /^ {10}env:\n([\s\S]*?)^ {10}ports:/m.exec(read("helm/formulary/templates/router.yaml")) ?? [];
  const names = [...environment.matchAll(/name: ([A-Z_]+)/g)].map(([, name]) => name);
  expect(names).toEqual(["CELLS", "PUBLIC_URL", "TRUST_PROXY", "CELL_KEY"]);
  expect(names.filter((name) => !SETTINGS.includes(name ?? ""))).toEqual([]);
});

test("settings that the files name are settings of the product", () => {
  const compose = load(read("compose.yaml").replaceAll(/<<: \*product/g, "")) as Record<
    string,
    { environment: object }
  >;
  const named = [
    ...Object.keys(compose["x-product"]?.environment ?? {}),
    ...[...read("Dockerfile").matchAll(/^ENV (.*)$/gm)].flatMap(
      ([, line = ""]) => line.match(/\b[A-Z][A-Z_0-9]+(?==)/g) ?? [],
    ),
    ...["web", "worker", "router"].flatMap((kind) =>
      [...read("systemd", `formulary-${kind}@.service`).matchAll(/^Environment=(.*)$/gm)].flatMap(
        ([, line = ""]) => line.match(/\b[A-Z][A-Z_0-9]+(?==)/g) ?? [],
      ),
    ),
  ];
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((name) => name !== "NODE_ENV" && !SETTINGS.includes(name))).toEqual([]);
});

test("variables of compose.yaml are those of example.env", () => {
  const used = [...read("compose.yaml").matchAll(/(?<!\$)\$\{(\w+)(:-)?/g)];
  const required = new Set(used.filter(([, , fallback]) => !fallback).map(([, name]) => name));
  const given = new Set([...read("example.env").matchAll(/^(\w+)=/gm)].map(([, name]) => name));
  expect([...required].filter((name) => !given.has(name))).toEqual([]);
  expect([...given].filter((name) => !used.some(([, used]) => used === name))).toEqual([]);
});

describe("monitoring", () => {
  let api: TestApi;
  let names: Set<string>;
  beforeAll(async () => {
    api = await anApi();
    const health = createHealth(api.app, { metrics: "open" });
    await api.fetch("/formulas");
    const registry = new Registry();
    exposeProcessMetrics(api.app, { heartbeatAgeMs: () => 0 }, registry);
    countUnhandledRejections(registry);
    queues({ app: api.app as never, http: (() => {}) as never, mailer: null });
    const text = `${await (await health.request("/metrics")).text()}\n${await registry.metrics()}`;
    names = new Set(
      [...text.matchAll(/^# TYPE (\w+) (\w+)/gm)].flatMap(([, name = "", type]) =>
        type === "histogram" ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
      ),
    );
  });
  afterAll(() => api.close());

  const METRIC = /\b(?:formulary|http|process|nodejs)_\w+/g;
  type Rules = {
    groups: { rules: { alert: string; expr: string; labels: object; annotations: { summary: string } }[] }[];
  };

  test("alerts name metrics that are there, and each is in the runbook", () => {
    const runbook = readFileSync(path.join(ROOT, "docs/operations.md"), "utf8");
    const rules = (load(read("monitoring/alerts.yaml")) as Rules).groups.flatMap(({ rules }) => rules);
    expect(rules.length).toBeGreaterThan(5);
    expect(rules.flatMap(({ expr }) => expr.match(METRIC) ?? []).filter((name) => !names.has(name))).toEqual([]);
    expect(rules.map(({ alert }) => alert).filter((alert) => !runbook.includes(`\`${alert}\``))).toEqual([]);
  });
  test("the dashboard shows metrics that are there", () => {
    const { panels } = JSON.parse(read("monitoring/dashboard.json")) as { panels: { targets: { expr: string }[] }[] };
    const shown = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => expr.match(METRIC) ?? []));
    expect(shown.length).toBeGreaterThan(8);
    expect(shown.filter((name) => !names.has(name))).toEqual([]);
  });
});
