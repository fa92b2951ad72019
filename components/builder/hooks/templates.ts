import type { HOOK_TYPES } from "#server/element/hooks/registry.ts";

type Stage = (typeof HOOK_TYPES)[keyof typeof HOOK_TYPES]["stage"];

/** A script for a frequent task; `name` is its key in the messages. */
export type HookTemplate = {
  name: "addHeader" | "signBody" | "skip" | "reshape" | "nextPage" | "refuse" | "readSigned";
  stage: Stage;
  body: string;
};

export const HOOK_TEMPLATES: readonly HookTemplate[] = [
  {
    name: "addHeader",
    stage: "before",
    body: `done({ request_vendor_headers: { "X-Request-Source": "formulary" } });
`,
  },
  {
    name: "signBody",
    stage: "before",
    body: `const signature = CE.hmacSha256Hex(configuration["api.secret"], request_vendor_body || "");
done({ request_vendor_headers: { "X-Signature": signature } });
`,
  },
  {
    name: "skip",
    stage: "before",
    body: `if (request_parameters.dryRun === "true") {
  done({ continue: false, response_status_code: 200, response_body: { skipped: true } });
} else {
  done();
}
`,
  },
  {
    name: "reshape",
    stage: "after",
    body: `const rows = Array.isArray(response_body) ? response_body : [response_body];
done({ response_body: rows.map((row) => ({ ...row, source: "provider" })) });
`,
  },
  {
    name: "nextPage",
    stage: "after",
    body: `const link = response_headers.link || "";
const next = /[?&]cursor=([^&>]+)[^>]*>; rel="next"/.exec(link);
done({ response_headers: next ? { "elements-next-page-token": decodeURIComponent(next[1]) } : {} });
`,
  },
  {
    name: "refuse",
    stage: "after",
    body: `if (response_body && response_body.error) {
  const { error } = response_body;
  done({ response_status_code: 400, response_error: error.message || error });
} else {
  done();
}
`,
  },
  {
    name: "readSigned",
    stage: "event",
    body: `const secret = configuration["webhook.secret"];
const signature = "sha256=" + CE.hmacSha256Hex(secret, request_body);
if (!secret || events.eventHeaders["x-signature"] !== signature) {
  done({ response_status_code: 401, response_error: "The signature of the webhook is wrong." });
} else {
  done({
    events: events.changes.map((change) => ({
      event_type: change.type,
      event_object_type: "contacts",
      event_object_id: change.id,
      event_date: change.changedAt,
      event_id: change.deliveryId,
    })),
  });
}
`,
  },
];
