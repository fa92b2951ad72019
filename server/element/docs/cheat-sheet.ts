import type { PreparedElement } from "../definition/prepared.ts";
import { withoutHub } from "../resource-path.ts";
import { documentedResources } from "./docs.ts";

/** A page about an element: the fields to connect it, and its resources. All values are escaped. */
export function cheatSheet(element: PreparedElement): string {
  const { name, key, hub, description, authentication } = element;
  const visible = element.configuration.filter(({ hideFromConsole, internal }) => !hideFromConsole && !internal);
  return page(`${name} cheat sheet`, [
    `<h1>${escapeHtml(name)}</h1>`,
    `<p>${escapeHtml(description)}</p>`,
    `<p>Element <code>${escapeHtml(key)}</code>, hub <code>${escapeHtml(hub)}</code>, authentication <code>${escapeHtml(authentication.type)}</code></p>`,
    "<h2>Configuration</h2>",
    table(
      ["Key", "Name", "Required", "Description"],
      visible.map((entry) => [entry.key, entry.name, entry.required ? "yes" : "", entry.description]),
    ),
    "<h2>Resources</h2>",
    table(
      ["Call", "Provider", "Description"],
      documentedResources(element).map(({ method, path, vendorMethod, vendorPath, description: words }) => [
        `${method} ${withoutHub(path)}`,
        `${vendorMethod ?? method} ${vendorPath}`,
        words ?? "",
      ]),
    ),
  ]);
}

const page = (title: string, content: string[]): string =>
  `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head><body>\n${content.join("\n")}\n</body></html>\n`;

const table = (head: string[], rows: string[][]): string =>
  `<table><thead><tr>${head.map((cell) => `<th>${escapeHtml(cell)}</th>`).join("")}</tr></thead>\n<tbody>${rows
    .map((row) => `<tr>${row.map((cell) => `<td>${escapeHtml(cell)}</td>`).join("")}</tr>`)
    .join("\n")}</tbody></table>`;

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (mark) => ENTITIES[mark] ?? mark);
