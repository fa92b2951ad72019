import type { CatalogElement } from "../definition.ts";
import { date, group, number, text, whole } from "../fields.ts";
import { type Kind, objectOf, received } from "../kind.ts";
import { configured, endpoint, pages, provesAccess } from "../parts.ts";
import { PROVIDER_URL } from "./provider-url.ts";

const company: Kind = {
  one: "company",
  many: "companies",
  id: "id",
  fields: {
    id: text("Id of the company"),
    name: text("Name"),
    industry: text("Industry"),
    followers: whole("How many follow it"),
    logoUrl: text("Address of its logo"),
  },
};

const followers: Kind = {
  one: "followersStatistic",
  many: "followers-statistics",
  vendorName: "follow-statistics",
  id: "day",
  fields: {
    companyId: text("Id of the company"),
    day: date("Day"),
    organicFollowerCount: whole("Followers who came by themselves"),
    paidFollowerCount: whole("Followers who came by advertising"),
    newFollowers: whole("Followers new on that day"),
  },
};

const statuses: Kind = {
  one: "statusStatistic",
  many: "status-statistics",
  id: "day",
  fields: {
    companyId: text("Id of the company"),
    day: date("Day"),
    impressions: whole("How often updates were seen"),
    clicks: whole("Clicks"),
    likes: whole("Likes"),
    comments: whole("Comments"),
    engagement: number("Share of those who did something"),
  },
};

const person = group("Who it was", { id: text("Id of the person"), name: text("Name") });
const ofUpdate = {
  companyId: text("Id of the company"),
  updateId: text("Id of the update"),
  person,
  timestamp: whole("When, in milliseconds since 1970"),
};
const comment: Kind = {
  one: "comment",
  many: "comments",
  id: "id",
  fields: { id: text("Id of the comment"), comment: text("What was said"), ...ofUpdate },
};
const like: Kind = { one: "like", many: "likes", id: "id", fields: { id: text("Id of the like"), ...ofUpdate } };

const paged = { rootKey: "values", parameters: pages("start", "count"), names: { id: "The id of the company" } };
/** The provider returns at most 100, without pages. */
const unpaged = {
  rootKey: "values",
  paginationType: "VENDOR_NOT_SUPPORTED" as const,
  parameters: pages("page", "pageSize").map((each) => ({ ...each, vendorType: "no-op" as const })),
  names: { id: "The id of the company" },
};

export const demosocial: CatalogElement = {
  key: "demosocial",
  name: "Plaza (demo)",
  hub: "social",
  description:
    "A social network for trying out the product: companies, their followers, and comments on their updates, with OAuth 1.",
  authentication: { type: "oauth1" },
  configuration: configured("oauth1", {
    "base.url": `${PROVIDER_URL}/social/v1`,
    "pagination.type": "offset",
    "pagination.max": "200",
    "oauth.request.url": `${PROVIDER_URL}/oauth1/request_token`,
    "oauth.authorization.url": `${PROVIDER_URL}/oauth1/authorize`,
    "oauth.token.url": `${PROVIDER_URL}/oauth1/access_token`,
  }),
  resources: [
    provesAccess("GET /companies?count=1"),
    endpoint("GET /companies", "GET /companies", "List companies", { ...paged, lists: received(company) }),
    endpoint("GET /companies/{id}", "GET /companies/{id}", "Read a company", {
      names: paged.names,
      returns: received(company),
    }),
    endpoint(
      "GET /companies/{id}/followers-statistics",
      "GET /companies/{id}/follow-statistics",
      "List who follows a company, by day",
      {
        ...paged,
        defaultPageSize: 200,
        lists: received(followers),
      },
    ),
    endpoint(
      "GET /companies/{id}/status-statistics",
      "GET /companies/{id}/status-statistics",
      "List how updates of a company did, by day",
      {
        ...paged,
        defaultPageSize: 200,
        lists: received(statuses),
      },
    ),
    endpoint(
      "GET /companies/{id}/updates/comments",
      "GET /companies/{id}/updates/comments",
      "List comments on updates of a company, at most 100",
      {
        ...unpaged,
        lists: received(comment),
      },
    ),
    endpoint(
      "GET /companies/{id}/updates/likes",
      "GET /companies/{id}/updates/likes",
      "List likes of updates of a company, at most 100",
      {
        ...unpaged,
        lists: received(like),
      },
    ),
  ],
  objects: [company, followers, statuses, comment, like].map(objectOf),
};
