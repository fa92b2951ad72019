import { randomUUID } from "node:crypto";
import { bearer } from "../auth/guards.ts";
import { type Call, fieldsOf, ok, Refusal, type Reply } from "../call.ts";
import { COMPANIES, FIRST_NAMES, LAST_NAMES } from "../data/names.ts";
import { narrow } from "../data/narrow.ts";
import { byCursor, type Slice } from "../data/pages.ts";
import { many, moment } from "../data/random.ts";
import type { Row } from "../data/table.ts";
import type { OpenProvider } from "../provider-type.ts";

const page = byCursor({ cursor: "nextPageToken", size: "batchSize", standard: 100, most: 300 });

/**
 * Megaphone, marketing: OAuth 2 client credentials, `{ success, result: […] }` around everything, and refusals with
 * status 200 and `success: false`.
 */
export const marketing: OpenProvider = ({ table, oauth2, now }) => {
  const stamp = (isNew: boolean) => ({
    ...(isNew && { createdAt: now().toISOString() }),
    updatedAt: now().toISOString(),
  });
  const forms = table("marketing", { name: "form", rows: FORMS, stamp });
  const leads = table("marketing", { name: "lead", rows: LEADS, stamp });
  const objects = table("marketing", {
    name: "custom-object",
    rows: OBJECTS,
    idOf: (n) => `co-${n}`,
    required: ["name"],
    stamp,
  });

  return {
    title: "Megaphone",
    guard: bearer(oauth2, "marketing"),
    routes: [
      ["GET", "/rest/forms.json", ({ query }) => list(page(forms.rows(), query))],
      [
        "GET",
        "/rest/forms/{id}/leads.json",
        ({ variables, query }) => {
          const { id } = forms.find(variables.id);
          const rows = leads.rows().filter(({ formId }) => formId === id);
          return list(page(narrow(rows, query, { fields: ["email"], since: ["since", "updatedAt"] }), query));
        },
      ],
      [
        "GET",
        "/rest/customobjects.json",
        ({ query }) =>
          list(
            page(
              narrow(objects.rows(), query, {
                fields: ["name", "kind", "id"],
                since: ["since", "updatedAt"],
                sort: "sort",
              }),
              query,
            ),
          ),
      ],
      ["GET", "/rest/customobjects/{id}.json", ({ variables }) => result([objects.find(variables.id)])],
      ["POST", "/rest/customobjects.json", (call) => result(inputs(call).map((fields) => objects.add(fields)))],
      [
        "POST",
        "/rest/customobjects/update.json",
        (call) => result(inputs(call).map(({ id, ...fields }) => objects.change(String(id), fields))),
      ],
      [
        "POST",
        "/rest/customobjects/delete.json",
        (call) => result(inputs(call).map(({ id }) => objects.remove(String(id)))),
      ],
    ],
    // A wrong token or path is refused with its own status, everything else with 200.
    words: ({ status, code, message, headers }) => ({
      status: [401, 403, 404, 429].includes(status) && code !== "not_found" ? status : status >= 500 ? status : 200,
      headers,
      body: { success: false, requestId: randomUUID(), errors: [{ code, message }] },
    }),
  };
};

function inputs(call: Call): Row[] {
  const { input } = fieldsOf(call);
  if (!Array.isArray(input)) throw new Refusal(400, "bad_request", "The body must have a list input.");
  return input.map((fields) => fieldsOf({ body: fields }));
}

const result = (rows: unknown[]): Reply => ok({ success: true, requestId: randomUUID(), result: rows });
const list = ({ rows, next }: Slice): Reply =>
  ok({
    success: true,
    requestId: randomUUID(),
    result: rows,
    moreResult: next !== null,
    ...(next && { nextPageToken: next }),
  });

const FORMS: Row[] = many(8, 51, (n, { pick }) => ({
  id: String(1000 + n),
  name: `${pick(["Newsletter", "Webinar", "Whitepaper", "Contact us"])} ${n}`,
  status: n % 4 === 0 ? "draft" : "approved",
  createdAt: moment(n),
  updatedAt: moment(n * 10),
}));

const LEADS: Row[] = many(260, 52, (n, { pick, int, maybe }) => {
  const [first, last] = [pick(FIRST_NAMES), pick(LAST_NAMES)];
  return {
    id: String(n),
    formId: n % 2 === 0 ? "1001" : String(int(1002, 1008)),
    email: `${first}.${last.replace("'", "")}.${n}@lead.example`.toLowerCase(),
    firstName: first,
    lastName: last,
    company: maybe(30, pick(COMPANIES)),
    values: [{ name: "consent", value: "yes" }],
    createdAt: moment(n * 3),
    updatedAt: moment(n * 3),
  };
});

const OBJECTS: Row[] = many(140, 53, (n, { pick, int, maybe }) => ({
  id: `co-${n}`,
  name: `${pick(["Car", "House", "Course", "Membership"])} ${n}`,
  kind: pick(["car", "house", "course"]),
  attributes: { color: maybe(30, pick(["red", "green", "blue"])), score: int(0, 100) },
  leadIds: [String(int(1, 260))],
  createdAt: moment(n * 2),
  updatedAt: moment(n * 2 + int(0, 900)),
}));
