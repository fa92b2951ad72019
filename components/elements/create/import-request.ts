"use client";

import type { OfferedAuthentication } from "#server/element/convert/conversion.ts";
import type { ComparedOperation } from "#server/element/import/compare-import.ts";
import { type Source, sendForm } from "../../api/send-form.ts";

export type Problem = { place: string; message: string };

export type PreviewedOperation = Pick<ComparedOperation, "key" | "state" | "isEdited" | "choice"> & {
  method: string;
  path: string;
  /** The host to which it is sent, if it is not that of the element. */
  host: string | null;
  summary: string;
  problems: Problem[];
};

export type ImportPreview = {
  format: { type: string; label: string };
  settings: { name: string; key: string; hub: string; baseUrl: string };
  /** The authentication type of the element, and the corresponding name in the file. */
  type: string;
  authentication: string | null;
  authentications: OfferedAuthentication[];
  /** The revision that the operations are compared with; null for a new element. */
  revision: number | null;
  /** Null for an element that was not imported before. */
  lastImport: object | null;
  operations: PreviewedOperation[];
  problems: Problem[];
};

type Place = { id: number; key: string; name: string };

type Sent = { source: Source; elementKey: string | undefined; options?: object };

const send = <Reply>(path: string, { source, elementKey, options }: Sent): Promise<Reply> =>
  sendForm<Reply>(
    elementKey === undefined ? path : `${path}?${new URLSearchParams({ element: elementKey })}`,
    source,
    options,
  );

export const requestPreview = (sent: Sent) => send<ImportPreview>("/api/imports/preview", sent);

export const requestImport = (sent: Sent) => send<Place>("/api/imports", sent);
