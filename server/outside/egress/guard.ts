import { Failure } from "#server/errors.ts";
import type { AllowList, Place } from "./allow-list.ts";
import { bareHost, canonicalHost, isPublic, knownAddresses } from "./public-address.ts";

/** The permitted schemes, each with its default port. */
const SCHEME_PORTS = { "http:": 80, "https:": 443, "amqp:": 5672, "amqps:": 5671 } as const;
export type Scheme = keyof typeof SCHEME_PORTS;

/** Unprivileged ports of services that trust every client: databases, caches, brokers, container engines. */
const REFUSED_PORTS = new Set([
  1433, 1521, 2049, 2181, 2375, 2376, 2379, 2380, 3306, 3389, 4369, 5432, 5671, 5672, 5900, 5984, 6379, 6443, 8086,
  9042, 9092, 9200, 9300, 10250, 11211, 15672, 25672, 27017, 27018, 27019,
]);

const MAX_PASSED = 1000;

/** A target that passed all checks without DNS. `host` is canonical, `at` is for messages. */
export type Target = { url: URL; host: string; port: number; at: string };

export type Guard = ReturnType<typeof createGuard>;

/**
 * The rules for permitted targets (E01–E06 of docs/security.md), applied twice: `target` to the text of an address,
 * `check` to its resolved addresses. All refusals are Failures of kind `badRequest` that name the host and never the
 * address behind it, nor a user name or password.
 */
export function createGuard(allowed: AllowList) {
  /** The check of an address's text is deterministic, so results are cached: the same addresses recur. */
  const passed = new Map<string, Omit<Target, "url">>();

  /** Parses an address and refuses it by its text: scheme, user name, port, private literal. */
  function target(text: string, schemes: readonly Scheme[] = ["http:", "https:"]): Target {
    const url = URL.parse(text);
    const wanted = schemes.map((scheme) => `${scheme}//`).join(" or ");
    if (!url) throw refusal(`url: not an address that can be called. It must begin with ${wanted}.`);
    if (!(schemes as readonly string[]).includes(url.protocol)) {
      throw refusal(`scheme not allowed: ${url.protocol.slice(0, 30)} The address must begin with ${wanted}.`);
    }
    const isHttp = url.protocol.startsWith("http");
    if (isHttp && (url.username || url.password)) {
      throw refusal(
        `url: a user name or password in front of ${shortened(url.host)} is not allowed. Send an Authorization header.`,
      );
    }
    const place = `${url.protocol}//${url.host}`;
    const known = passed.get(place);
    if (known) return { url, ...known };
    const host = isHttp ? bareHost(url.hostname) : canonicalHost(url.hostname);
    if (!host) throw refusal("url: it names no host.");
    const ordinary = SCHEME_PORTS[url.protocol as Scheme];
    const port = url.port ? Number(url.port) : ordinary;
    check(
      { host, port, addresses: knownAddresses(host) },
      isHttp ? [] : [SCHEME_PORTS["amqp:"], SCHEME_PORTS["amqps:"]],
    );
    const found = { host, port, at: hostText(host, port, ordinary) };
    if (passed.size >= MAX_PASSED) passed.clear();
    passed.set(place, found);
    return { url, ...found };
  }

  /**
   * Refuses a target with an unusual port (unless it is one of `ownPorts`, those of the protocol itself), or with any
   * address that is not public, unless the allow list permits it.
   */
  function check({ host, port, addresses }: Place, ownPorts: readonly number[] = []): void {
    const ordinary = port === 80 || port === 443 || (port >= 1024 && !REFUSED_PORTS.has(port));
    if (!ordinary && !ownPorts.includes(port) && !allowed.opensPort({ host, port, addresses })) {
      throw refusal(`port not allowed: ${port} of ${shortened(host)}.`);
    }
    if (addresses?.some((address) => !isPublic(address) && !allowed.allows(host, port, address))) {
      throw refusal(
        `address not allowed: ${shortened(host)} leads to a private or reserved network. ` +
          "Whoever runs this installation can allow it.",
      );
    }
  }

  return { target, check };
}

/** The host for messages, with its port unless it is the default. */
export function hostText(host: string, port: number, ...ordinary: number[]): string {
  const name = shortened(host.includes(":") ? `[${host}]` : host);
  return ordinary.includes(port) ? name : `${name}:${port}`;
}

const shortened = (host: string) => (host.length > 100 ? `${host.slice(0, 100)}…` : host);

const refusal = (message: string) => new Failure("badRequest", message, { reason: "addressNotAllowed" });
