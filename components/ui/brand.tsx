import type { CSSProperties, ReactNode } from "react";

export type ShownBrand = { name: string; accent: { light: string; dark: string } | null; logo: string | null };

type Props = {
  brand: ShownBrand | null | undefined;
  /** Shown in the place of the logo without a brand. */
  fallback?: ReactNode;
  children: ReactNode;
};

/** A page in the name of an organization: with its logo, or its name, and its accent color. */
export function Branded({ brand, fallback, children }: Props) {
  const accent = brand?.accent;
  const style = accent ? ({ "--accent": `light-dark(${accent.light}, ${accent.dark})` } as CSSProperties) : undefined;
  return (
    <div style={style} className="grid grid-cols-[minmax(0,1fr)]">
      {brand?.logo ? (
        // biome-ignore lint/performance/noImgElement: a data URL needs no optimization
        <img
          src={brand.logo}
          alt={brand.name}
          className="max-h-14 max-w-60 justify-self-start rounded-sm bg-(--behind-logo) object-contain [box-shadow:0_0_0_6px_var(--behind-logo)]"
        />
      ) : brand?.accent ? (
        <p translate="no" className="break-words font-semibold text-accent text-lg tracking-tight">
          {brand.name}
        </p>
      ) : (
        fallback
      )}
      {children}
    </div>
  );
}
