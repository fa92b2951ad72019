import { Failure } from "#server/errors.ts";

/** `any` encrypts without authenticating the server, as `sslmode=require` does everywhere. */
export type DatabasePlace = { host: string; port: number; database: string; tls: "off" | "any" | "verified" };

const SHAPE =
  /^jdbc:([a-z][\w-]*):\/\/(\[[^\]]*\]|[^/:;?@,\s]+)(?::(\d{1,5}))?(?:\/([^;?\s]*))?((?:;[^;?]*)*)(?:\?(.*))?$/i;

const TLS: Readonly<Record<string, DatabasePlace["tls"]>> = {
  disable: "off",
  allow: "off",
  prefer: "off",
  require: "any",
  "verify-ca": "verified",
  "verify-full": "verified",
};

/**
 * Parses `jdbc:postgresql://host[:port];databaseName=name` and the usual `jdbc:postgresql://host[:port]/name`.
 * `ssl=true` and `sslmode=…` enable TLS, as `;name=value` or `?name=value`; other settings are ignored. Throws a
 * Failure `badRequest` with the reason, without quoting the address.
 */
export function parseJdbcUrl(text: string): DatabasePlace {
  const [, driver, host, port = "5432", path, semicolons = "", query = ""] = SHAPE.exec(text.trim()) ?? [];
  if (!driver || !host) throw refusal("it must be jdbc:postgresql://host[:port];databaseName=name");
  if (driver.toLowerCase() !== "postgresql") {
    throw refusal(`the driver ${JSON.stringify(driver.slice(0, 30))} is not supported, only postgresql is`);
  }
  const settings = readSettings([...semicolons.split(";"), ...query.split("&")]);
  const database = settings.get("databasename") ?? (path && decoded(path));
  if (!database) throw refusal("it names no database (;databaseName=name)");
  if (/[\p{Cc}{}]/u.test(host + database)) throw refusal("host or database hold a character that cannot be in them");
  return { host: host.replace(/^\[(.*)\]$/, "$1"), port: Number(port), database, tls: tlsOf(settings) };
}

function readSettings(pairs: string[]): Map<string, string> {
  const settings = new Map<string, string>();
  for (const pair of pairs) {
    const mark = pair.indexOf("=");
    if (mark > 0) settings.set(pair.slice(0, mark).trim().toLowerCase(), decoded(pair.slice(mark + 1).trim()));
  }
  return settings;
}

function tlsOf(settings: Map<string, string>): DatabasePlace["tls"] {
  const mode = settings.get("sslmode")?.toLowerCase();
  if (mode === undefined) return settings.get("ssl")?.toLowerCase() === "true" ? "verified" : "off";
  const tls = Object.hasOwn(TLS, mode) ? TLS[mode] : undefined;
  if (!tls) throw refusal(`sslmode must be one of ${Object.keys(TLS).join(", ")}`);
  return tls;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const refusal = (why: string) => new Failure("badRequest", `base.url: ${why}.`);
