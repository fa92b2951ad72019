import type { Metadata } from "next";
import { LinkButton } from "#components/ui/button.tsx";
import { Page } from "#components/ui/page.tsx";

export const metadata: Metadata = { title: "Not found" };

/** Inside the Workbench, whose navigation stays. */
export default function NotFoundHere() {
  return (
    <Page title="There is no such page" words="The address may be mistyped, or what it named was deleted.">
      <LinkButton href="/home">Go to Home</LinkButton>
    </Page>
  );
}
