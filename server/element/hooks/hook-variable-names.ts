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
