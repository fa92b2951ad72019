import type { Recordings } from "./recording.ts";

const fields =
  "id,name,mimeType,description,starred,trashed,parents,size,md5Checksum,webViewLink,createdTime,modifiedTime,owners(displayName,emailAddress)";
const shown = `fields=${encodeURIComponent(fields)}`;
const listed = `fields=${encodeURIComponent(`nextPageToken,files(${fields})`)}`;
const notes = { id: "1a", name: "notes.txt", mimeType: "text/plain" };

export const googledrive: Recordings = {
  key: "googledrive",
  configuration: { "oauth.user.token": "ya29.1" },
  access: { line: "GET /drive/v3/about?fields=user", refusal: { status: 401 } },
  calls: [
    {
      call: "GET /files?pageSize=1&orderBy=modifiedTime desc&where=name LIKE '%note%' AND trashed=false AND parents='0b'",
      sends: {
        line: `GET /drive/v3/files?q=${encodeURIComponent("name contains 'note' and trashed = false and '0b' in parents")}&pageSize=1&orderBy=${encodeURIComponent("modifiedTime desc")}&${listed}`,
        headers: { authorization: "Bearer ya29.1" },
      },
      reply: { body: { nextPageToken: "~!1", files: [notes] } },
      gives: [notes],
      more: true,
    },
    {
      call: "GET /files?nextPage={next}",
      sends: { line: `GET /drive/v3/files?pageToken=${encodeURIComponent("~!1")}&pageSize=1&${listed}` },
      reply: { body: { files: [] } },
      gives: [],
      more: false,
    },
    {
      call: "GET /files?where=name='It''s a \\ test'&pageSize=5",
      sends: {
        line: `GET /drive/v3/files?q=${encodeURIComponent("name = 'It\\'s a \\\\ test'")}&pageSize=5&${listed}`,
      },
      reply: { body: { files: [] } },
      gives: [],
    },
    {
      call: "GET /folders/0b/contents?pageSize=5",
      sends: {
        line: `GET /drive/v3/files?q=${encodeURIComponent("'0b' in parents and trashed = false")}&pageSize=5&${listed}`,
      },
      reply: { body: { files: [notes] } },
      gives: [notes],
    },
    {
      call: "GET /files/1a/metadata",
      sends: { line: `GET /drive/v3/files/1a?${shown}` },
      reply: { body: notes },
      gives: notes,
    },
    {
      call: "POST /files/1a/copy",
      body: { name: "copy.txt" },
      sends: { line: `POST /drive/v3/files/1a/copy?${shown}`, body: { name: "copy.txt" } },
      reply: { body: { ...notes, name: "copy.txt" } },
      gives: { ...notes, name: "copy.txt" },
    },
    {
      call: "POST /folders",
      body: { name: "Offers" },
      sends: {
        line: `POST /drive/v3/files?${shown}`,
        body: { name: "Offers", mimeType: "application/vnd.google-apps.folder" },
      },
      reply: { body: { id: "0c", name: "Offers" } },
      gives: { id: "0c", name: "Offers" },
    },
    {
      call: "PATCH /files/1a/metadata",
      body: { starred: true },
      sends: { line: `PATCH /drive/v3/files/1a?${shown}`, body: { starred: true } },
      reply: { status: 403, body: { error: { code: 403, message: "The user does not have sufficient permissions" } } },
      refused: { kind: "forbidden" },
    },
    { call: "DELETE /files/1a", sends: { line: "DELETE /drive/v3/files/1a" }, reply: { status: 204 } },
  ],
  mappedCalls: [
    {
      call: "GET /files?pageSize=1&orderBy=modifiedDate desc&where=contentType='text/plain'",
      sends: {
        line: `GET /drive/v3/files?q=${encodeURIComponent("mimeType = 'text/plain'")}&pageSize=1&orderBy=${encodeURIComponent("modifiedTime desc")}&${listed}`,
      },
      reply: { body: { files: [{ ...notes, size: "5", createdTime: "2026-01-05T08:00:00.000Z", starred: true }] } },
      gives: [
        { id: "1a", name: "notes.txt", contentType: "text/plain", size: 5, createdDate: "2026-01-05T08:00:00.000Z" },
      ],
    },
    {
      call: "GET /files/1a/metadata",
      sends: { line: `GET /drive/v3/files/1a?${shown}` },
      reply: { body: notes },
      gives: { id: "1a", name: "notes.txt", contentType: "text/plain" },
    },
    {
      call: "GET /files/1a",
      sends: { line: "GET /drive/v3/files/1a?alt=media" },
      reply: { body: { id: 7, mimeType: "anything that a file may have" } },
      gives: { id: 7, mimeType: "anything that a file may have" },
    },
    {
      call: "GET /folders/0b/contents?pageSize=5",
      sends: {
        line: `GET /drive/v3/files?q=${encodeURIComponent("'0b' in parents and trashed = false")}&pageSize=5&${listed}`,
      },
      reply: { body: { files: [notes] } },
      gives: [{ id: "1a", name: "notes.txt", contentType: "text/plain" }],
    },
  ],
};
