/** Marks a run that tried a draft: it counts nowhere. */
export const TestMark = () => (
  <span title="It tried a draft" className="rounded-full bg-code px-2 py-0.5 text-muted text-xs">
    Test
  </span>
);
