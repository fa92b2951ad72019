import type { Route, RouteHandler } from "./call.ts";

type Match = { respond: RouteHandler; variables: Record<string, string>; streams: boolean };
export type Finder = (method: string, path: string) => Match | "method" | undefined;

/**
 * Finds the handler for a method and a path. Paths have `{names}`; the first matching route wins, and `*` is any
 * method. "method": the path exists, but not with this method.
 */
export function routing(routes: readonly Route[]): Finder {
  const compiled = routes.map(([method, path, respond, how]) => ({
    method,
    pattern: new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`),
    respond,
    streams: how === "streams",
  }));
  return (method, path) => {
    let known = false;
    for (const route of compiled) {
      const match = route.pattern.exec(path);
      if (!match) continue;
      if (route.method !== "*" && route.method !== method) {
        known = true;
        continue;
      }
      const variables = Object.entries(match.groups ?? {}).map(([name, value]) => [name, decoded(value)] as const);
      return { respond: route.respond, variables: Object.fromEntries(variables), streams: route.streams };
    }
    return known ? "method" : undefined;
  };
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
