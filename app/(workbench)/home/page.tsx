import { Home } from "#components/home/home.tsx";
import { RoomMessages } from "#components/messages/room-messages.tsx";
import { readSession } from "../../session.ts";
import { titled } from "../../titled.ts";

export const generateMetadata = titled("home");

export default async function HomePage() {
  const session = await readSession();
  return (
    <RoomMessages rooms={["home", "events"]}>
      <Home firstName={session?.name.split(" ")[0] ?? ""} />
    </RoomMessages>
  );
}
