/** The path of a hub request without its hub and without surrounding slashes, so that all spellings are equal. */
export const withoutHub = (api: string): string =>
  `/${(api.split(/[?#]/, 1)[0] ?? "").replace(/^[/\s]*(?:hubs\/[^/]+(?:\/|$))?/, "").replace(/[/\s]+$/, "")}`;

/** Whether a request to `path` matches a trigger's `api`; a `{parameter}` there matches any one segment. */
export function coversPath(api: string, path: string): boolean {
  const wanted = withoutHub(api).split("/");
  const called = withoutHub(path).split("/");
  return (
    wanted.length === called.length &&
    wanted.every((part, at) => (/^\{[^{}]+\}$/.test(part) ? called[at] !== "" : part === called[at]))
  );
}
