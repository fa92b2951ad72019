import type { Route } from "next";
import Link from "next/link";
import type { ComponentProps } from "react";

/** The address of a page of the documentation, which the server makes from the pages that exist. */
export const documentationRoute = (href: string): Route => href as Route;

/** A link to a page of the documentation. There are many on each page, so none of them is loaded before it is used. */
export function DocumentationLink({ href, ...rest }: Omit<ComponentProps<typeof Link>, "href"> & { href: string }) {
  return <Link {...rest} href={documentationRoute(href)} prefetch={false} />;
}
