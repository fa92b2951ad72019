import { RoomMessages } from "#components/messages/room-messages.tsx";
import { SecurityPage } from "#components/security/security-page.tsx";
import { titled } from "../../titled.ts";

export const generateMetadata = titled("security");

export default function Security() {
  return (
    <RoomMessages rooms={["security"]}>
      <SecurityPage />
    </RoomMessages>
  );
}
