import { RoomMessages } from "#components/messages/room-messages.tsx";
import { AllKeys } from "#components/security/all-keys.tsx";
import { titled } from "../../../titled.ts";

export const generateMetadata = titled("apiKeys");

export default function ApiKeysPage() {
  return (
    <RoomMessages rooms={["security"]}>
      <AllKeys />
    </RoomMessages>
  );
}
