import { postRequest } from "../hooks/types/post-request.ts";
import { preRequest } from "../hooks/types/pre-request.ts";

const ENVELOPE = "http://schemas.xmlsoap.org/soap/envelope/";

/**
 * The hooks of a SOAP operation: the body is wrapped in an envelope, which the codec writes as XML; the contents of the
 * response's `Body` are returned without prefixes, a fault as an error.
 */
export function soapHooks({
  operation,
  namespace,
  isQualified,
}: {
  operation: string;
  namespace: string;
  /** The schema requires the namespace for the operation's fields, not only for the operation. */
  isQualified: boolean;
}) {
  const tag = isQualified ? operation : `tns:${operation}`;
  const declaration = isQualified ? "@xmlns" : "@xmlns:tns";
  return [
    {
      type: preRequest.type,
      mimeType: "application/javascript",
      isLegacy: false,
      body: pre(tag, declaration, namespace),
    },
    { type: postRequest.type, mimeType: "application/javascript", isLegacy: false, body: POST },
  ];
}

const pre = (tag: string, declaration: string, namespace: string) => `done({
  request_vendor_body_map: {
    "soapenv:Envelope": {
      "@xmlns:soapenv": ${JSON.stringify(ENVELOPE)},
      "soapenv:Body": {
        ${JSON.stringify(tag)}: { ${JSON.stringify(declaration)}: ${JSON.stringify(namespace)}, ...request_body_map },
      },
    },
  },
});
`;

const POST = `const plain = (value) => {
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== "object") return value;
  const fields = Object.entries(value).filter(([name]) => !name.startsWith("@xmlns"));
  return Object.fromEntries(fields.map(([name, inner]) => [name.replace(/^[^@:]+:/, ""), plain(inner)]));
};
const envelope = (plain(response_body) || {}).Envelope || {};
const body = envelope.Body || {};
if (body.Fault) {
  const { faultstring, Reason } = body.Fault;
  done({ response_status_code: 400, response_error: String(faultstring || (Reason && Reason.Text) || "SOAP fault") });
} else {
  done({ response_body: Object.values(body)[0] || {} });
}
`;
