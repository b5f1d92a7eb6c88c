/** Strain types, as the menu names them. */
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

/** Formats a product type: 'fly_fishing' becomes 'Fly Fishing'. */
export function productTypeLabel(type: string): string {
  return type
    .split(/[_\s-]+/)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

/** Formats basis points as a percentage: 2450 becomes '24.5%'. */
export function formatPercent(basisPoints: number): string {
  return `${Number((basisPoints / 100).toFixed(2))}%`;
}
