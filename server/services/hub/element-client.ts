import type { RunLimit } from "#server/account/caller.ts";
import { coversInstance } from "#server/account/run-limit.ts";
import { type App, actingAs, type Context } from "#server/context.ts";
import { secretsOf } from "#server/element/auth/secrets.ts";
import type { HubRequest, HubResponse } from "#server/element/hub-request.ts";
import type { ByteStream, FilePart, MultipartForm } from "#server/element/ports.ts";
import { filePartOf } from "#server/element/sent-file.ts";
import { Failure } from "#server/errors.ts";
import type { HttpRequest, HttpResponse, Ports } from "#server/formula/ports.ts";
import * as elementInstances from "#server/store/element-instance/element-instances.ts";
import type { Owner } from "../execution/engine.ts";
import { newRequestId } from "../usage/request-id.ts";
import { asHubRequest } from "./as-hub-request.ts";
import { asHubResponse, isBulkPath } from "./bulk-request.ts";
import { callElement } from "./call-element.ts";
import { FileTooLarge, fileNameOf, readAttachment } from "./file-attachment.ts";
import { matchesResource } from "./matches-resource.ts";
import { refusedReply, stepHeaders } from "./step-reply.ts";

/** Sends the requests of the steps of one owner's formulas to element instances. */
export type ElementClient = Pick<Ports, "element" | "elementStream">;

/** Sends a request with the token of an element instance to the platform itself, with a file or form as its body, within the limit. */
export type OfInstance = (
  token: string,
  call: HttpRequest,
  more: { limit: RunLimit | null; file: { contentType: string; bytes: ByteStream } | undefined },
) => Promise<Response>;

type Options = {
  ofInstance: OfInstance;
  /** Encodes a form as `multipart/form-data`. */
  encodeForm: (form: MultipartForm) => { contentType: string; bytes: ByteStream };
  depth: number;
  onSecrets: (secrets: readonly string[]) => void;
  /** Removes secrets from addresses before they are recorded. */
  conceal: (text: string) => string;
  /** The limit of the run at this moment. */
  limitNow: () => Promise<RunLimit | null>;
};

/**
 * A client for elements with the same behavior as REST. It reaches only the element instances that the owner may see at
 * that moment, whatever the source of the id, and of these only what the limit of the run covers or the owner has bound
 * to a variable. A refused request is a response, with the provider's own status if it
 * responded. `depth` is the number of formulas that have started each other; `onSecrets` receives the credentials of
 * each instance before it is used.
 */
export function elementClientFor(
  app: App,
  { owner, depth, onSecrets, conceal, ofInstance, encodeForm, limitNow }: Options & { owner: Owner },
): ElementClient {
  const { organizationId, accountId, userId, ownerSeesAllAccounts: seesAllAccounts = false } = owner;
  const caller = { organizationId, accountId, userId, seesAllAccounts, role: "designer" } as const;
  const ctx: Context = { ...app, ...actingAs(app, caller), requestId: "" };

  /** Refuses (notFound) an instance that does not exist or is beyond the limit, before any request. */
  async function find(elementInstanceId: string): Promise<number> {
    const id = /^\d{1,10}$/.test(elementInstanceId) ? Number(elementInstanceId) : 0;
    const connection = await app.openInstances.find({ organizationId, userId }, id);
    if (!connection) {
      throw new Failure("notFound", `elementInstanceId: there is no element instance ${elementInstanceId}.`);
    }
    if (!coversInstance(await limitNow(), connection.instance)) {
      throw new Failure(
        "notFound",
        `elementInstanceId: somebody who published the formula does not see element instance ${elementInstanceId}. Bind it to a variable of the formula instance. A value that was entered before the variable was one of connections has to be chosen again.`,
      );
    }
    onSecrets(secretsOf(connection.plan.element, connection.instance.configuration));
    return id;
  }

  /** The response, or the refusal as one. `read` converts the body. */
  async function call(
    instanceId: number,
    request: HttpRequest,
    { read, ...rest }: Pick<HubRequest, "form" | "stream" | "asStream"> & { read: (reply: HubResponse) => unknown },
  ): Promise<HttpResponse> {
    const called = { requestId: newRequestId(), instanceId };
    const sent = sentOf(request);
    try {
      const hubCall = { ...asHubRequest(request), ...contentOf(request), ...rest };
      if (isBulkPath(hubCall.path) && !(await matchesResource(ctx, { elementInstanceId: instanceId, ...hubCall }))) {
        const reply = await bulk(instanceId, request, hubCall);
        return { code: reply.code, headers: stepHeaders(reply, called), body: reply.body ?? (await read(reply)), sent };
      }
      const reply = await callElement(
        { ...ctx, requestId: called.requestId },
        { elementInstanceId: instanceId, call: hubCall, depth, conceal },
      );
      return { code: reply.code, headers: stepHeaders(reply, called), body: await read(reply), sent };
    } catch (error) {
      request.signal.throwIfAborted();
      if (!(error instanceof Failure) || error instanceof FileTooLarge) throw error;
      return { ...refusedReply(error, called), sent };
    }
  }

  /** Bulk jobs are the platform's, not the element's: as for REST callers with the token of the instance. */
  async function bulk(elementInstanceId: number, request: HttpRequest, { form, stream, asStream }: HubRequest) {
    const instance = await elementInstances.open(app, { elementInstanceId, organizationId });
    if (!instance)
      throw new Failure("notFound", `elementInstanceId: there is no element instance ${elementInstanceId}.`);
    const file = form ? encodeForm({ parts: Object.entries(form) }) : stream;
    return asHubResponse(await ofInstance(instance.token, request, { limit: await limitNow(), file }), {
      asStream: asStream === true,
    });
  }

  return {
    async element({ elementInstanceId, ...request }) {
      const instanceId = await find(elementInstanceId);
      return call(instanceId, request, {
        read: (reply) => (reply.stream ? readAttachment(reply, reply.stream, request.url) : reply.body),
      });
    },

    async elementStream({ elementInstanceId: from, ...download }, { elementInstanceId: to, form, ...upload }) {
      const [source, target] = [await find(from), await find(to)];
      let file: (FilePart & { cancel: () => void }) | undefined;
      const downloaded = await call(source, download, {
        asStream: true,
        read: (reply) => {
          file = asFile(reply, download.url);
        },
      });
      if (!file) return { download: downloaded };
      try {
        if (downloaded.code < 200 || downloaded.code > 299) return { download: downloaded };
        const { cancel: _, ...part } = file;
        const sent = form ? { form: { ...form, file: part } } : { stream: part };
        const uploaded = await call(target, upload, { ...sent, read: ({ body }) => body });
        return { download: downloaded, upload: uploaded };
      } finally {
        // After the upload has read everything, there is nothing to cancel.
        file.cancel();
      }
    },
  };
}

/**
 * The file or form of a step, in the form that REST callers send. A content type that the author wrote applies to a
 * file.
 */
function contentOf({ content, headers }: HttpRequest): Pick<HubRequest, "form" | "stream"> {
  if (!content) return {};
  if ("file" in content) {
    const [, written] = Object.entries(headers).find(([name]) => name.toLowerCase() === "content-type") ?? [];
    return { stream: filePartOf(written ? { ...content.file, contentType: written } : content.file) };
  }
  const form: NonNullable<HubRequest["form"]> = Object.create(null);
  for (const [name, value] of content.parts) {
    if (name in form)
      throw new Failure(
        "badRequest",
        `body: two parts are named ${JSON.stringify(name)}. Give each part its own name.`,
      );
    form[name] = typeof value === "string" ? value : filePartOf(value);
  }
  return { form };
}

const sentOf = ({ url, headers, body }: HttpRequest): HttpResponse["sent"] => ({ url, headers, body });

/** Passes the bytes to the next request as they arrive, or JSON text if it was no file. */
function asFile(reply: HubResponse, url: string): FilePart & { cancel: () => void } {
  const { headers, stream, body } = reply;
  const contentType = headers["content-type"] ?? "application/octet-stream";
  const bytes = stream ?? once(typeof body === "string" ? body : JSON.stringify(body ?? {}));
  return { fileName: fileNameOf(reply, url), contentType, bytes, cancel: () => stream?.cancel() };
}

async function* once(text: string) {
  yield new TextEncoder().encode(text);
}
