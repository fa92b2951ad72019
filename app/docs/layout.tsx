import type { Metadata } from "next";
import type { ReactNode } from "react";
import { DocumentationFrame } from "#components/documentation/documentation-frame.tsx";
import { RoomMessages } from "#components/messages/room-messages.tsx";
import { documentation } from "./documentation.ts";

export const metadata: Metadata = { title: { template: "%s · Docs", default: "Formulary · Docs" } };

/** The documentation is public: none of its pages reads a session. */
export default async function DocumentationLayout({ children }: { children: ReactNode }) {
  const { readContents } = await documentation();
  return (
    <RoomMessages rooms={["documentation"]}>
      <DocumentationFrame contents={await readContents()}>{children}</DocumentationFrame>
    </RoomMessages>
  );
}
