import { Failure } from "../../errors.ts";
import type { HubRequest, HubResponse } from "../hub-request.ts";
import { createPageTrail, stepTo } from "../pagination/page-trail.ts";
import { pagingParameter } from "../pagination/paging.ts";
import { columnText, orderRows } from "./order-by.ts";
import { parseSelect, type Select } from "./select.ts";
import { selectFields } from "./select-fields.ts";

/** Another request to the same instance. */
type Perform = (call: HubRequest) => Promise<HubResponse>;

/**
 * `GET /query?q=select …`: equivalent to a request for the object that it names. With `limit` the rows are gathered
 * over as many pages as needed; without, one page is returned as usual. Fields are selected here, whether or not the
 * provider does. Where nothing passes conditions or the order on to it, all rows are read, up to a limit, and narrowed.
 */
export async function performQuery({ call, perform }: { call: HubRequest; perform: Perform }): Promise<HubResponse> {
  const text = pagingParameter(call.query, "q");
  if (text === undefined)
    throw new Failure("badRequest", "q: the query parameter is required, such as q=select * from contacts.");
  const select = parseSelect(text);
  const inner = innerCall(call, select);
  const reply =
    select.limit === undefined && select.offset === undefined
      ? await perform(inner)
      : await gather(inner, select, perform);
  if (!Array.isArray(reply.body)) return reply;
  const rows = select.orderBy.length > 0 ? orderRows(reply.body, select.orderBy) : reply.body;
  return { ...reply, body: select.fields === "all" ? rows : selectFields(rows, select.fields) };
}

function innerCall(call: HubRequest, { from, whereText, orderBy, fields }: Select): HubRequest {
  const { q: _, where: __, fields: ___, orderBy: ____, ...others } = call.query;
  const query: HubRequest["query"] = { ...others };
  if (whereText !== undefined) query.where = whereText;
  if (fields !== "all") query.fields = fields.join(",");
  if (orderBy.length > 0)
    query.orderBy = orderBy.map(({ field, descending }) => columnText(field) + (descending ? " desc" : "")).join(", ");
  const path = from.split("/").map(encodeURIComponent).join("/");
  return { ...call, path: `/${path}`, query, narrowsHere: "page" };
}

const MOST_ROWS = 5000;
const STANDARD_ROWS = 200;

async function gather(call: HubRequest, { limit = STANDARD_ROWS, offset = 0 }: Select, perform: Perform) {
  const end = offset + limit;
  if (end > MOST_ROWS) throw new Failure("badRequest", `q: limit and offset together must be at most ${MOST_ROWS}.`);
  const { page: _, nextPage: __, pageSize: ___, ...query } = call.query;
  const rows: unknown[] = [];
  const follow = createPageTrail();
  let token: string | undefined;
  for (;;) {
    const reply = await perform({
      ...call,
      narrowsHere: "all",
      query: { ...query, pageSize: String(end), ...(token && { nextPage: token }) },
    });
    if (!Array.isArray(reply.body)) return reply;
    rows.push(...reply.body);
    token = reply.headers["elements-next-page-token"];
    if (token !== undefined && rows.length < end) {
      follow(stepTo(token, reply.body.length === 0));
      continue;
    }
    const { "elements-next-page-token": _, ...headers } = reply.headers;
    const body = rows.slice(offset, end);
    return { ...reply, headers: { ...headers, "elements-returned-count": String(body.length) }, body };
  }
}
