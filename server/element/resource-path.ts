import type { Resource } from "./shape.ts";

/** A resource's address without the hub, which every request may leave out: `GET /contacts/{}`. */
export const addressOf = ({ method, path }: Pick<Resource, "method" | "path">): string =>
  `${method} ${withoutHub(path).replaceAll(/\{[^{}/]*\}/g, "{}")}`;

/** `/hubs/crm/contacts` as `/contacts`. */
export const withoutHub = (path: string): string => path.replace(/^\/hubs\/[^/]+(?=\/)/, "");

/** The name of the object that a path is about: its words in one, so that `/users/{id}/tasks` is `usersTasks`. */
export const objectNameOf = (path: string): string =>
  path
    .split("/")
    .filter((segment) => segment !== "" && !segment.startsWith("{"))
    .map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join("");
