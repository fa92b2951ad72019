import { Home } from "#components/home/home.tsx";
import { Words } from "#components/words/words.tsx";
import { readSession } from "../../session.ts";
import { titled } from "../../titled.ts";

export const generateMetadata = titled("home");

export default async function HomePage() {
  const session = await readSession();
  return (
    <Words rooms={["home"]}>
      <Home firstName={session?.name.split(" ")[0] ?? ""} />
    </Words>
  );
}
