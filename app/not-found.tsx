import type { Metadata } from "next";
import Link from "next/link";
import { MessagePage } from "#components/ui/message-page.tsx";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <MessagePage title="There is no such page">
      <p className="text-muted">The address may be mistyped, or what it named was deleted.</p>
      <p>
        <Link href="/" className="text-accent underline underline-offset-2">
          Go to the start page
        </Link>
      </p>
    </MessagePage>
  );
}
