import { basic } from "../auth/guards.ts";
import { created, fieldsOf, gone, ok, Refusal } from "../call.ts";
import { CREDENTIALS } from "../credentials.ts";
import { FIRST_NAMES } from "../data/names.ts";
import { narrow } from "../data/narrow.ts";
import { byOffset } from "../data/pages.ts";
import { many, moment } from "../data/random.ts";
import type { Row } from "../data/table.ts";
import type { OpenProvider } from "../provider-type.ts";

const page = byOffset({ offset: "offset", size: "limit", standard: 20, most: 200 });

/** Courier, mail: a user name and a password, offsets. Sent messages are stored in the sent folder. */
export const mail: OpenProvider = ({ table, now }) => {
  const messages = table("mail", {
    name: "message",
    rows: MESSAGES,
    idOf: (n) => `msg-${n}`,
    required: ["to", "subject"],
    stamp: (isNew) => (isNew ? { receivedAt: now().toISOString() } : {}),
  });

  return {
    title: "Courier",
    guard: basic(CREDENTIALS.mail),
    routes: [
      [
        "GET",
        "/messages",
        ({ query }) => {
          const narrowing = {
            fields: ["folder", "from.address", "subject"],
            since: ["since", "receivedAt"],
            sort: "sort",
          } as const;
          const { rows, total, from } = page(narrow(messages.rows(), query, narrowing), query);
          return ok({ messages: rows, offset: from, total });
        },
      ],
      [
        "POST",
        "/messages/send",
        (call) => {
          const { to, ...fields } = fieldsOf(call);
          const from = { name: "Courier Demo", address: CREDENTIALS.mail.username };
          return created(messages.add({ ...fields, to: addresses(to), from, folder: "sent", isRead: true }));
        },
      ],
      ["GET", "/messages/{id}", ({ variables }) => ok(messages.find(variables.id))],
      ["PATCH", "/messages/{id}", (call) => ok(messages.change(call.variables.id, fieldsOf(call)))],
      ["DELETE", "/messages/{id}", ({ variables }) => gone(messages.remove(variables.id))],
    ],
    words: ({ status, code, message, headers }) => ({ status, headers, body: { type: code, detail: message } }),
  };
};

/** One address, several separated by commas, or a list of addresses. */
function addresses(to: unknown): string[] {
  const list = (Array.isArray(to) ? to : String(to ?? "").split(","))
    .map((address) => String(address).trim())
    .filter(Boolean);
  const wrong = list.find((address) => !/^[^@\s]+@[^@\s]+$/.test(address));
  if (wrong) throw new Refusal(422, "bad_address", `${wrong} is not a mail address.`);
  if (list.length === 0) throw new Refusal(422, "required", "to is required.");
  return list;
}

const MESSAGES: Row[] = many(150, 91, (n, { pick, maybe }) => {
  const name = pick(FIRST_NAMES);
  return {
    id: `msg-${n}`,
    folder: n % 6 === 0 ? "archive" : "inbox",
    from: { name, address: `${name}@sender.example`.toLowerCase() },
    to: [CREDENTIALS.mail.username],
    subject: pick(["Offer", "Question about an order", "Lunch?", "Minutes of the meeting", "Your invoice"]),
    text: "Hello,\n\nplease have a look.\n",
    html: maybe(60, "<p>Hello,</p><p>please have a look.</p>"),
    attachments: [],
    isRead: n % 3 !== 0,
    receivedAt: moment(n * 2),
  };
});
