import type { ReactNode } from "react";
import { Logo } from "./logo.tsx";

/** A page with a single message. */
export function MessagePage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-xl flex-col justify-center gap-4 px-5">
      <Logo />
      <h1 className="mt-4 font-semibold text-3xl tracking-tight">{title}</h1>
      {children}
    </main>
  );
}
