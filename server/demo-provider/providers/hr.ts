import { randomUUID } from "node:crypto";
import { isSame } from "../auth/is-same.ts";
import { claimsOf, tokenOf } from "../auth/tokens.ts";
import { type Call, created, fieldsOf, ok, Refusal, type Reply } from "../call.ts";
import { CREDENTIALS } from "../credentials.ts";
import { FIRST_NAMES, LAST_NAMES, TITLES } from "../data/names.ts";
import { narrow } from "../data/narrow.ts";
import { many, moment } from "../data/random.ts";
import type { Row } from "../data/table.ts";
import type { OpenProvider } from "../provider-type.ts";

/**
 * People HR: a company and a key are exchanged for its own kind of session token, and events take two requests: first
 * the list, then their contents.
 */
export const hr: OpenProvider = ({ table, now, dial }) => {
  const employees = table("hr", { name: "employee", rows: EMPLOYEES, idOf: (n) => `E${n}`, required: ["familyName"] });
  const events = table("hr", {
    name: "event",
    rows: EVENTS,
    idOf: (n) => `V${n}`,
    required: ["type"],
    stamp: (isNew) => ({ ...(isNew && { createdAt: now().toISOString() }), updatedAt: now().toISOString() }),
  });

  function session(call: Call): Reply {
    const { company, key } = fieldsOf(call);
    if (!isSame(`${company}:${key}`, `${CREDENTIALS.hr.company}:${CREDENTIALS.hr.key}`)) {
      throw new Refusal(401, "HR-401", "Company or key is wrong.");
    }
    const { tokenSeconds } = dial.setting("hr");
    const givenAt = now().getTime();
    const claims = { kind: "session", grant: randomUUID(), client: "acme", scope: "hr", givenAt } as const;
    return ok({ session: { token: tokenOf({ ...claims, until: givenAt + tokenSeconds * 1000 }), ttl: tokenSeconds } });
  }

  return {
    title: "People HR",
    guard({ headers }) {
      const claims = claimsOf(headers["x-session"], "session", now());
      if (!claims || claims.givenAt < dial.setting("hr").expiredBefore) {
        throw new Refusal(401, "HR-401", "The session is missing or over.");
      }
    },
    open: [["POST", "/session", session]],
    routes: [
      [
        "GET",
        "/events/index",
        ({ query }) => {
          const kept = narrow(events.rows(), query, { fields: ["type", "employeeId"], since: ["since", "updatedAt"] });
          return ok({ ids: kept.map(({ id }) => id) });
        },
      ],
      [
        "POST",
        "/events/details",
        (call) => {
          const { ids } = fieldsOf(call);
          if (!Array.isArray(ids)) throw new Refusal(400, "HR-400", "ids must be a list.");
          return ok({ result: { events: ids.map((id) => events.find(String(id))) } });
        },
      ],
      ["POST", "/events", (call) => created({ result: { events: [events.add(fieldsOf(call))] } })],
      [
        "GET",
        "/employees",
        ({ query }) => ok({ result: { employees: narrow(employees.rows(), query, { fields: ["familyName"] }) } }),
      ],
      ["GET", "/employees/{id}", ({ variables }) => ok({ result: { employees: [employees.find(variables.id)] } })],
      [
        "PUT",
        "/employees/{id}",
        (call) => ok({ result: { employees: [employees.change(call.variables.id, fieldsOf(call))] } }),
      ],
    ],
    words: ({ status, code, message, headers }) => ({ status, headers, body: { confirm: { code, text: message } } }),
  };
};

const EMPLOYEES: Row[] = many(40, 101, (n, { pick, int, maybe }) => ({
  id: `E${n}`,
  givenName: pick(FIRST_NAMES),
  familyName: pick(LAST_NAMES),
  title: pick(TITLES),
  manager: maybe(20, { id: `E${int(1, 5)}` }),
  hiredOn: `20${int(10, 25)}-0${int(1, 9)}-01`,
  leftOn: maybe(90, `2026-0${int(1, 9)}-28`),
}));

const EVENTS: Row[] = many(60, 102, (n, { pick, int, maybe }) => ({
  id: `V${n}`,
  type: pick(["hired", "moved", "promoted", "left"]),
  employeeId: `E${int(1, 40)}`,
  note: maybe(60, "Agreed with the manager"),
  effectiveOn: moment(n * 24).slice(0, 10),
  createdAt: moment(n * 24),
  updatedAt: moment(n * 24 + int(0, 48)),
}));
