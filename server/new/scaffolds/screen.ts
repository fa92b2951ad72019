import type { Scaffold } from "../scaffold.ts";

export const screen: Scaffold = {
  kind: "screen",
  summary: "A screen of the Workbench, with its messages",
  example: "regions",
  create: ({ camel, pascal, kebab, label }) => ({
    files: {
      [`components/${kebab}/messages.en.ts`]: `
/** Messages of the screen "${label}". */
export default {
  title: "${label}",
  count: "{count, plural, =0 {No rows} one {# row} other {# rows}}",
} as const;
`,
      [`components/${kebab}/${kebab}.tsx`]: `
"use client";

import { useTranslations } from "next-intl";
import { Page } from "../ui/page.tsx";

type Props = { rows: readonly { id: number; name: string }[] };

/** The rows, by their names. */
export function ${pascal}({ rows }: Props) {
  const t = useTranslations("${kebab}");
  return (
    <Page title={t("title")}>
      <p>{t("count", { count: rows.length })}</p>
      <ul>
        {rows.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
    </Page>
  );
}
`,
      [`components/${kebab}/${kebab}.test.ts`]: `
import { NextIntlClientProvider } from "next-intl";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import messages from "./messages.en.ts";
import { ${pascal} } from "./${kebab}.tsx";

const render = (rows: Parameters<typeof ${pascal}>[0]["rows"]) => {
  const children = createElement(${pascal}, { rows });
  const around = { locale: "en-GB", timeZone: "UTC", messages: { "${kebab}": messages }, children } as const;
  return renderToStaticMarkup(createElement(NextIntlClientProvider, around));
};

test.each([
  [[], "<p>No rows</p><ul></ul>"],
  [[{ id: 1, name: "Ada" }], "<p>1 row</p><ul><li>Ada</li></ul>"],
])("%j is shown as %s", (rows, html) => {
  expect(render(rows)).toMatch(/<h1[^>]*>${label}<\\/h1>/);
  expect(render(rows)).toContain(html);
});
`,
      [`app/(workbench)/${kebab}/page.tsx`]: `
import { ${pascal} } from "#components/${kebab}/${kebab}.tsx";
import { RoomMessages } from "#components/messages/room-messages.tsx";
import { titled } from "../../titled.ts";

export const generateMetadata = titled("${camel}");

export default function ${pascal}Page() {
  return (
    <RoomMessages rooms={["${kebab}"]}>
      <${pascal} rows={[]} />
    </RoomMessages>
  );
}
`,
    },
    rows: [
      {
        file: "components/screens/screens.ts",
        list: "SCREENS = {",
        item: `${camel}: { path: "/${kebab}", title: "shell.titles.${camel}", audience: "users" }`,
      },
      { file: "components/shell/messages.en.ts", list: "titles: {", item: `${camel}: "${label}"` },
      {
        file: "components/messages/rooms.ts",
        list: "Catalog = {",
        item: `"${kebab}": typeof ${camel}`,
        imports: `type ${camel}`,
        from: `../${kebab}/messages.en.ts`,
        separator: ";",
      },
      { file: "components/messages/rooms.ts", list: "ROOMS = [", item: `"${kebab}"` },
      {
        file: "e2e/routes.ts",
        list: "PLACES: { [Name in ScreenName]: readonly Place<Name>[] } = {",
        item: `${camel}: [{}]`,
      },
    ],
    tests: [`components/${kebab}/${kebab}.test.ts`, "components/screens/screens.test.ts"],
    next: [
      "Read the rows with `useTRPC` (server/api/trpc), which calls the same services as the REST API.",
      "Move the screen and its messages if it belongs to a room that exists, and pass its place with `routeTo`.",
      `For a place in the navigation, write \`isInNavigation: true\` in its row, an icon in components/shell/destinations.ts and \`destinations.${camel}\` in components/shell/messages.en.ts.`,
      "Its example in e2e/routes.ts opens it in a browser: titles, accessibility and content policy are checked. Write a journey with real keys.",
    ],
  }),
};
