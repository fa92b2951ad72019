import type { CatalogElement } from "../definition.ts";
import { dateTime, flag, group, groups, text, texts, whole } from "../fields.ts";
import { changed, type Kind, objectOf, received, sent } from "../kind.ts";
import { always, configured, endpoint, pages, provesAccess, where } from "../parts.ts";

const dated = { id: "id", created: "created_at", updated: "updated_at", dateFormat: "yyyy-MM-dd'T'HH:mm:ssXXX" };
const dates = { created_at: dateTime("When it was made"), updated_at: dateTime("When it was last changed") };
const who = (description: string) => group(description, { login: text("User name"), id: whole("Id") });
const labels = groups("Labels", { name: text("Name"), color: text("Color") });

const repository: Kind = {
  ...dated,
  one: "repository",
  many: "repos",
  vendorName: "repos",
  search: ["visibility", "affiliation", "type", "sort", "since"],
  fields: {
    id: whole("Id of the repository"),
    name: text("Name"),
    full_name: text("Owner and name"),
    owner: who("Owner"),
    description: text("Description"),
    private: flag("Whether it is private"),
    html_url: text("Web address"),
    default_branch: text("Branch that counts"),
    language: text("Language most of it is written in"),
    open_issues_count: whole("How many issues are open"),
    ...dates,
  },
};

const issue: Kind = {
  ...dated,
  one: "issue",
  many: "issues",
  search: ["state", "labels", "assignee", "creator", "since", "sort"],
  required: ["title"],
  readOnly: ["number", "user", "html_url", "comments", "closed_at"],
  fields: {
    id: whole("Id of the issue"),
    number: whole("Number within the repository"),
    title: text("Title"),
    body: text("Text, in Markdown"),
    state: text("open or closed"),
    user: who("Who opened it"),
    labels,
    assignees: texts("User names of those who look after it"),
    html_url: text("Web address"),
    comments: whole("How many comments there are"),
    closed_at: dateTime("When it was closed"),
    ...dates,
  },
};

const comment: Kind = {
  ...dated,
  one: "comment",
  many: "comments",
  required: ["body"],
  readOnly: ["user", "html_url"],
  fields: {
    id: whole("Id of the comment"),
    body: text("Text, in Markdown"),
    user: who("Who wrote it"),
    html_url: text("Web address"),
    ...dates,
  },
};

const pull: Kind = {
  ...dated,
  one: "pullRequest",
  many: "pulls",
  search: ["state", "head", "base", "sort"],
  required: ["title", "head", "base"],
  fields: {
    id: whole("Id of the pull request"),
    number: whole("Number within the repository"),
    title: text("Title"),
    body: text("Text, in Markdown"),
    state: text("open or closed"),
    draft: flag("Whether it is a draft"),
    user: who("Who opened it"),
    html_url: text("Web address"),
    merged_at: dateTime("When it was merged"),
    ...dates,
  },
};

const release: Kind = {
  one: "release",
  many: "releases",
  id: "id",
  created: "created_at",
  fields: {
    id: whole("Id of the release"),
    tag_name: text("Tag"),
    name: text("Name"),
    body: text("Notes, in Markdown"),
    draft: flag("Whether it is a draft"),
    prerelease: flag("Whether it is early"),
    html_url: text("Web address"),
    created_at: dateTime("When it was made"),
  },
};

const commit: Kind = {
  one: "commit",
  many: "commits",
  id: "sha",
  search: ["sha", "path", "author", "since", "until"],
  fields: {
    sha: text("Id of the commit"),
    html_url: text("Web address"),
    commit: group("What was committed", {
      message: text("Message"),
      author: group("Author", { name: text("Name"), email: text("E-mail address"), date: dateTime("When") }),
    }),
  },
};

const at = { owner: "The user or organization that owns the repository", repo: "The name of the repository" };
const repo = "/repos/{owner}/{repo}";
const list = ({ search = [] }: Kind) => ({
  parameters: [...(search.length > 0 ? [where(search.join(", "))] : []), ...pages("page", "per_page")],
});
const within = (kind: Kind) =>
  endpoint(`GET ${repo}/${kind.many}`, `GET ${repo}/${kind.many}`, `List the ${kind.many} of a repository`, {
    ...list(kind),
    names: at,
    lists: received(kind),
  });
const ofIssue = { ...at, number: "The number of the issue" };
const sentPull = {
  name: "pullRequestPost",
  properties: {
    title: text("Title"),
    head: text("Branch with the change"),
    base: text("Branch it should go into"),
    body: text("Text, in Markdown"),
    draft: flag("Whether it is a draft"),
  },
  required: ["title", "head", "base"],
};

export const github: CatalogElement = {
  key: "github",
  name: "GitHub",
  hub: "general",
  description: "Repositories, issues, comments and pull requests of GitHub.",
  authentication: { type: "oauth2" },
  elementMetadata: {
    api: { type: "rest", version: "2022-11-28", vendorDocumentationUrl: "https://docs.github.com/rest" },
  },
  configuration: configured("oauth2", {
    "base.url": "https://api.github.com",
    "pagination.type": "page",
    "pagination.page.startindex": "1",
    "pagination.max": "100",
    "oauth.authorization.url": "https://github.com/login/oauth/authorize",
    "oauth.token.url": "https://github.com/login/oauth/access_token",
    "oauth.token.refresh_url": "https://github.com/login/oauth/access_token",
    "oauth.scope": "repo read:user",
  }),
  parameters: [
    always("application/vnd.github+json", "header", "Accept"),
    always("2022-11-28", "header", "X-GitHub-Api-Version"),
    always("formulary", "header", "User-Agent"),
  ],
  resources: [
    provesAccess("GET /user"),
    endpoint("GET /repos", "GET /user/repos", "List the repositories you can reach", {
      ...list(repository),
      lists: received(repository),
    }),
    endpoint(`GET ${repo}`, `GET ${repo}`, "Read a repository", { names: at, returns: received(repository) }),
    within(issue),
    endpoint(`POST ${repo}/issues`, `POST ${repo}/issues`, "Open an issue", {
      names: at,
      takes: sent(issue),
      returns: received(issue),
    }),
    endpoint(`GET ${repo}/issues/{number}`, `GET ${repo}/issues/{number}`, "Read an issue", {
      names: ofIssue,
      returns: received(issue),
    }),
    endpoint(`PATCH ${repo}/issues/{number}`, `PATCH ${repo}/issues/{number}`, "Change or close an issue", {
      names: ofIssue,
      takes: changed(issue),
      returns: received(issue),
    }),
    endpoint(
      `GET ${repo}/issues/{number}/comments`,
      `GET ${repo}/issues/{number}/comments`,
      "List the comments of an issue",
      {
        ...list(comment),
        names: ofIssue,
        lists: received(comment),
      },
    ),
    endpoint(`POST ${repo}/issues/{number}/comments`, `POST ${repo}/issues/{number}/comments`, "Comment on an issue", {
      names: ofIssue,
      takes: sent(comment),
      returns: received(comment),
    }),
    within(pull),
    endpoint(`POST ${repo}/pulls`, `POST ${repo}/pulls`, "Open a pull request", {
      names: at,
      takes: sentPull,
      returns: received(pull),
    }),
    within(commit),
    within(release),
  ],
  objects: [repository, issue, comment, pull, commit, release].map(objectOf),
};
