import type { ReactNode } from "react";

/** The fields that narrow a list: pairs in narrow windows, otherwise a line in which the search is the widest. */
export const FilterFields = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-2 gap-3 lg:flex lg:*:min-w-0 lg:*:max-w-sm lg:*:flex-1 lg:[&>form]:flex-[1.4]">
    {children}
  </div>
);
