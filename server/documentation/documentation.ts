/** The content of the documentation site; the screens load it unbundled (app/docs/documentation.ts). */
export { explainedErrors } from "./errors.ts";
export { highlight } from "./highlight.ts";
export { allPages } from "./pages.ts";
export { readPicture } from "./pictures.ts";
export { readContents } from "./read-contents.ts";
export { readReference } from "./reference.ts";
export { searchDocumentation } from "./search.ts";
