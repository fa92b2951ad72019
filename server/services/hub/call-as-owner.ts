import type { App, Context } from "#server/context.ts";
import { secretsOf } from "#server/element/auth/secrets.ts";
import type { HubCall, HubReply } from "#server/element/hub-call.ts";
import type { FilePart } from "#server/element/ports.ts";
import { Failure } from "#server/errors.ts";
import type { HttpCall, HttpReply, Ports } from "#server/formula/ports.ts";
import type { Owner } from "../execution/engine.ts";
import { callElement } from "./call-element.ts";

type ElementCall = HttpCall & { elementInstanceId: string };

/** The calls to element instances that the steps of one owner's formulas make. */
export type OwnersElements = Pick<Ports, "element" | "elementStream">;

/**
 * Calls elements as REST does, through the same verb. Any element instance of the owner's organisation may be called,
 * and no other (reliability A13). `depth` is how many formulas have started each other; `onSecrets` hears the
 * credentials of every instance before it is called.
 */
export function callAsOwner(
  app: App,
  { organizationId, accountId, userId }: Owner,
  { depth, onSecrets }: { depth: number; onSecrets: (secrets: readonly string[]) => void },
): OwnersElements {
  const caller = { organizationId, accountId, userId, seesAllAccounts: true, role: "designer" } as const;
  const ctx: Context = { ...app, caller, requestId: "" };

  async function call(
    { elementInstanceId, ...made }: ElementCall,
    rest: Pick<HubCall, "form" | "stream" | "asStream"> = {},
  ): Promise<HubReply> {
    const id = /^\d{1,10}$/.test(elementInstanceId) ? Number(elementInstanceId) : 0;
    const connection = await app.connections.find(id);
    if (connection?.instance.organizationId !== organizationId) {
      throw new Failure("notFound", `elementInstanceId: there is no element instance ${elementInstanceId}.`);
    }
    onSecrets(secretsOf(connection.plan.element, connection.instance.configuration));
    return callElement(ctx, { elementInstanceId: id, call: { ...asHubCall(made), ...rest }, depth });
  }

  return {
    async element(made) {
      const reply = await call(made);
      const body = reply.stream ? await refuseFile(reply.stream) : reply.body;
      return { code: reply.code, headers: reply.headers, body, sent: sentOf(made) };
    },

    async elementStream(download, upload) {
      const file = await call(download, { asStream: true });
      const told = { code: file.code, headers: file.headers, sent: sentOf(download) };
      if (file.code < 200 || file.code > 299) return { download: told };
      const part = asFile(file, download.url);
      const { form, ...made } = upload;
      try {
        const reply = await call(made, form ? { form: { ...form, file: part } } : { stream: part });
        const { code, headers, body } = reply;
        return { download: told, upload: { code, headers, body, sent: sentOf(upload) } };
      } finally {
        // Nothing is left to cancel once the upload has read it all.
        file.stream?.cancel();
      }
    },
  };
}

/** `/hubs/crm/contacts?page=2` as the hub takes it. JSON text is the value it says. */
function asHubCall({ method, url, headers, body, signal }: HttpCall): HubCall {
  const { pathname, searchParams } = new URL(url, "http://hub");
  const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const query: HubCall["query"] = {};
  for (const name of new Set(searchParams.keys())) {
    const [first = "", ...others] = searchParams.getAll(name);
    query[name] = others.length > 0 ? [first, ...others] : first;
  }
  const path = pathname.replace(/^\/hubs\/[^/]+(?=\/)/, "");
  const isJson = typeof body === "string" && /\bjson\b/i.test(named["content-type"] ?? "");
  const value = isJson ? JSON.parse(body) : body;
  return { method, path, query, headers: named, signal, ...(value !== undefined && { body: value }) };
}

const sentOf = ({ url, headers, body }: HttpCall): HttpReply["sent"] => ({ url, headers, body });

/** The next call gets the bytes as they come, or the JSON text of what was no file. */
function asFile({ headers, stream, body }: HubReply, url: string): FilePart {
  const [, named] = /filename="?([^";]+)"?/i.exec(headers["content-disposition"] ?? "") ?? [];
  const fileName = named ?? decodeURIComponent(url.split("?", 1)[0]?.split("/").at(-1) || "file");
  const contentType = headers["content-type"] ?? "application/octet-stream";
  return { fileName, contentType, bytes: stream ?? once(typeof body === "string" ? body : JSON.stringify(body ?? {})) };
}

async function* once(text: string) {
  yield new TextEncoder().encode(text);
}

/** A step keeps what it was answered, which a file is too large for. */
async function refuseFile(stream: NonNullable<HubReply["stream"]>): Promise<never> {
  stream.cancel();
  throw new Failure("badRequest", "The element answered with a file. Use an elementRequestStream step to pass it on.");
}
