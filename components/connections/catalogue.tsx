"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { type Answer, useTRPC } from "../shell/trpc.ts";
import { Button } from "../ui/button.tsx";
import { Page } from "../ui/page.tsx";
import { SearchField } from "../ui/search-field.tsx";
import { Empty, Failed, Loading } from "../ui/states.tsx";
import { ElementMark, hubName } from "./element-mark.tsx";

type Entry = Answer["connection"]["catalogue"]["elements"][number];

/** What can be connected, by hub. */
export function Catalogue() {
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery({ ...trpc.connection.catalogue.queryOptions(), staleTime: 60_000 });
  return (
    <Page
      title="What do you want to connect?"
      back={{ href: "/connections", label: "Connections" }}
      words="Each element (connector) speaks to one service; those of a hub answer the same calls."
    >
      {data ? (
        <Found elements={data.elements} />
      ) : error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading what="the catalogue" />
      )}
    </Page>
  );
}

function Found({ elements }: { elements: Entry[] }) {
  const [text, setText] = useState("");
  const [hub, setHub] = useState("");
  const hubs = [...new Set(elements.map((element) => element.hub))].sort();
  const found = elements.filter(
    (element) =>
      (hub === "" || element.hub === hub) &&
      `${element.name} ${element.description} ${element.hub}`.toLowerCase().includes(text.trim().toLowerCase()),
  );
  return (
    <>
      <SearchField label="Search elements" placeholder="CRM, mail, files …" value={text} onChange={setText} />
      <fieldset className="mt-4 flex flex-wrap gap-2">
        <legend className="sr-only">Hub</legend>
        {["", ...hubs].map((key) => (
          <button
            key={key}
            type="button"
            aria-pressed={hub === key}
            onClick={() => setHub(key)}
            className="min-h-8 rounded-full border border-line bg-surface px-3.5 py-1 text-sm hover:border-accent aria-pressed:border-accent aria-pressed:bg-tint aria-pressed:font-medium aria-pressed:text-accent"
          >
            {key === "" ? "All" : hubName(key)}
          </button>
        ))}
      </fieldset>
      <p role="status" className="sr-only">
        {found.length} elements
      </p>
      {found.length === 0 ? (
        <div className="mt-6">
          <Empty
            title="No element is like that"
            actions={
              <Button
                onClick={() => {
                  setText("");
                  setHub("");
                }}
              >
                Show all
              </Button>
            }
          />
        </div>
      ) : (
        <ul aria-label="Elements" className="mt-6 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {found.map((element) => (
            <li
              key={element.key}
              className="relative flex gap-4 rounded-2xl border border-line bg-surface p-5 shadow-sm hover:border-accent"
            >
              <ElementMark name={element.name} hub={element.hub} />
              <div className="min-w-0">
                <h2 className="font-semibold">
                  <Link
                    href={`/connections/new/${encodeURIComponent(element.key)}` as never}
                    className="after:absolute after:inset-0 after:rounded-2xl"
                  >
                    {element.name}
                  </Link>
                </h2>
                <p className="mt-1 line-clamp-3 text-muted text-sm leading-relaxed">{element.description}</p>
                <p className="mt-2 text-muted text-xs">
                  {hubName(element.hub)}
                  {element.isPrivate && " · your own"}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
