/** The logo beside the name; the image is hidden from screen readers. */
export function Logo() {
  return (
    <span className="inline-flex items-center gap-2.5 font-semibold text-lg tracking-tight">
      <svg viewBox="0 0 32 32" className="size-8" aria-hidden="true">
        <rect width="32" height="32" rx="8" fill="#1d4ed8" />
        <path
          d="M10 9.5h6a4 4 0 0 1 4 4v5a4 4 0 0 0 2.5 3.7M10 9.5v10"
          fill="none"
          stroke="#fff"
          strokeWidth="2.5"
          strokeLinecap="round"
        />
        <circle cx="10" cy="9.5" r="3.2" fill="#6ee7b7" />
        <circle cx="10" cy="22" r="3.2" fill="#fff" />
        <circle cx="23" cy="22.5" r="3.2" fill="#fff" />
      </svg>
      <span className="lg:group-data-[rail]/shell:sr-only">Formulary</span>
    </span>
  );
}
