/** Every name that a hook can read. */
export const HOOK_VARIABLES = [
  ...["body", "body_map", "headers", "path", "path_variables", "parameters", "method", "expression", "root_key"].map(
    (name) => `request_${name}`,
  ),
  ...["body", "body_map", "headers", "parameters", "path", "method", "url"].map((name) => `request_vendor_${name}`),
  "request_previous_response",
  "request_previous_response_headers",
  ...["body", "headers", "status_code", "iserror"].map((name) => `response_${name}`),
  "meta_data",
  "object_name",
  "configuration",
  "events",
];

/** The names of a hook's context that its script mentions, as a list with commas (spec §2.9). */
export function contextParamsOf(body: string): string {
  const words = new Set(body.match(/[A-Za-z_]\w*/g));
  return HOOK_VARIABLES.filter((name) => words.has(name)).join(",");
}
