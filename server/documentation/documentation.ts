/** What the documentation site is made of; the screens load it as it is, unbundled (app/docs/documentation.ts). */
export { highlight } from "./highlight.ts";
export { allPages } from "./pages.ts";
export { readContents } from "./read-contents.ts";
export { readReference } from "./reference.ts";
export { searchDocumentation } from "./search.ts";
