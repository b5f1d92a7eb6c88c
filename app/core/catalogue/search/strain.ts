/** Strain families, as the menu names them. */
export const STRAIN_TYPES = ['indica', 'sativa', 'hybrid', 'balanced'] as const;

export type StrainType = (typeof STRAIN_TYPES)[number];

const labels: Record<StrainType, string> = {
  indica: 'Indica',
  sativa: 'Sativa',
  hybrid: 'Hybrid',
  balanced: 'Balanced',
};

/** 'Indica' */
export function strainLabel(type: StrainType): string {
  return labels[type];
}

/** A product type as people read it: 'fly_fishing' is 'Fly Fishing'. */
export function productTypeLabel(type: string): string {
  return type
    .split(/[_\s-]+/)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

/** Basis points as people read a percentage: 2450 is '24.5%'. */
export function formatPercent(basisPoints: number): string {
  return `${Number((basisPoints / 100).toFixed(2))}%`;
}
