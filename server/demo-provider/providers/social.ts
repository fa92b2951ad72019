import { type Call, ok, type Reply } from "../call.ts";
import { COMPANIES, FIRST_NAMES, INDUSTRIES } from "../data/names.ts";
import { byOffset, type Paging, unpaged } from "../data/pages.ts";
import { many, moment } from "../data/random.ts";
import type { Row } from "../data/table.ts";
import type { OpenProvider } from "../provider-type.ts";

const page = byOffset({ offset: "start", size: "count", standard: 50, most: 200 });
/** There are more, but they are never returned. */
const atMost100 = unpaged(100);

/** Plaza, a social network: OAuth 1, daily statistics in pages, comments and likes without pages. */
export const social: OpenProvider = ({ table, oauth1 }) => {
  const companies = table("social", { name: "company", rows: PAGES });

  const of =
    (rows: readonly Row[], paging: Paging) =>
    ({ variables, query }: Call): Reply => {
      const { id } = companies.find(variables.id);
      const slice = paging(
        rows.map((row) => ({ companyId: id, ...row })),
        query,
      );
      return ok({ _total: slice.total, _start: slice.from, _count: slice.rows.length, values: slice.rows });
    };

  return {
    title: "Plaza",
    guard: oauth1.guard,
    routes: [
      [
        "GET",
        "/v1/companies",
        ({ query }) => {
          const { rows, total, from } = page(companies.rows(), query);
          return ok({ _total: total, _start: from, _count: rows.length, values: rows });
        },
      ],
      ["GET", "/v1/companies/{id}", ({ variables }) => ok(companies.find(variables.id))],
      ["GET", "/v1/companies/{id}/follow-statistics", of(FOLLOWERS, page)],
      ["GET", "/v1/companies/{id}/status-statistics", of(STATUSES, page)],
      ["GET", "/v1/companies/{id}/updates/comments", of(COMMENTS, atMost100)],
      ["GET", "/v1/companies/{id}/updates/likes", of(LIKES, atMost100)],
    ],
    words: ({ status, code, message, headers }) => ({ status, headers, body: { errorCode: code, status, message } }),
  };
};

const PAGES: Row[] = many(12, 31, (n, { pick, int }) => ({
  id: String(n),
  name: `${pick(COMPANIES)} ${n}`,
  industry: pick(INDUSTRIES),
  followers: int(200, 90_000),
  logoUrl: null,
}));

const FOLLOWERS: Row[] = many(430, 32, (n, { int }) => ({
  day: moment(n * 24).slice(0, 10),
  organicFollowerCount: 4000 + n * 3 + int(0, 9),
  paidFollowerCount: int(0, 60),
  newFollowers: int(0, 40),
}));

const STATUSES: Row[] = many(430, 33, (n, { int }) => {
  const impressions = int(100, 9000);
  return {
    day: moment(n * 24).slice(0, 10),
    impressions,
    clicks: int(0, Math.floor(impressions / 20)),
    likes: int(0, 80),
    comments: int(0, 20),
    engagement: int(0, 900) / 10_000,
  };
});

const COMMENTS: Row[] = many(140, 34, (n, { pick }) => ({
  id: `c${n}`,
  updateId: `u${1 + (n % 9)}`,
  person: { id: `p${n}`, name: pick(FIRST_NAMES) },
  comment: pick(["Well done!", "Where can I buy this?", "Congratulations.", "Is this available abroad?"]),
  timestamp: Date.parse(moment(n)),
}));

const LIKES: Row[] = many(140, 35, (n, { pick }) => ({
  id: `l${n}`,
  updateId: `u${1 + (n % 9)}`,
  person: { id: `p${n}`, name: pick(FIRST_NAMES) },
  timestamp: Date.parse(moment(n)),
}));
