import type { Metadata } from "next";
import { Home } from "#components/home/home.tsx";
import { readSession } from "../../session.ts";

export const metadata: Metadata = { title: "Home" };

export default async function HomePage() {
  const session = await readSession();
  return <Home firstName={session?.name.split(" ")[0] ?? ""} />;
}
