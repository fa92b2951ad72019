"use client";

import type { OfferedAuthentication } from "#server/element/convert/conversion.ts";
import type { ComparedOperation } from "#server/element/import/compare-import.ts";

/** A file to import, or pasted text. */
export type Source = { file: Blob; name: string };

export type Problem = { place: string; message: string };

export type PreviewedOperation = Pick<ComparedOperation, "key" | "state" | "isEdited" | "choice"> & {
  method: string;
  path: string;
  summary: string;
  problems: Problem[];
};

export type ImportPreview = {
  format: { type: string; label: string };
  settings: { name: string; key: string; hub: string; baseUrl: string };
  /** The authentication type of the element, and the way of the file by which it has it. */
  type: string;
  authentication: string | null;
  authentications: OfferedAuthentication[];
  /** Null for an element that was not imported before. */
  lastImport: object | null;
  operations: PreviewedOperation[];
  problems: Problem[];
};

type Place = { id: number; key: string; name: string };

/** A refusal with the id of its request, or, without `data`, a request that got no response. */
export class ImportError extends Error {
  readonly data: { requestId: string } | undefined;

  constructor(message: string, data?: { requestId: string }) {
    super(message);
    this.data = data;
  }
}

type Sent = { source: Source; elementKey: string | undefined; options?: object };

export const requestPreview = (sent: Sent) => send<ImportPreview>("/api/imports/preview", sent);

export const requestImport = (sent: Sent) => send<Place>("/api/imports", sent);

/** Files are too large for tRPC: they are sent as a form. */
async function send<Reply>(path: string, { source, elementKey, options }: Sent): Promise<Reply> {
  const form = new FormData();
  if (options) form.set("options", JSON.stringify(options));
  form.set("file", source.file, source.name);
  const query = elementKey === undefined ? "" : `?${new URLSearchParams({ element: elementKey })}`;
  const response = await fetch(`${path}${query}`, { method: "POST", body: form }).catch(() => undefined);
  const reply = await response?.json().catch(() => undefined);
  if (response?.ok && reply) return reply as Reply;
  throw reply ? new ImportError(String(reply.message), { requestId: String(reply.requestId) }) : new ImportError("");
}
