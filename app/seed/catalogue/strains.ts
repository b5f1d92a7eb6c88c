import type { DemoStrainType } from './product.ts';

type Strain = { code: string; type: DemoStrainType };

/**
 * The farm's strains. Names are its own, after places on the river, or old genetic names that nobody owns.
 */
export const strains = {
  beaverkill: { code: 'BVK', type: 'indica' },
  hemlockRidge: { code: 'HMR', type: 'indica' },
  northernLights: { code: 'NLT', type: 'indica' },
  afghan: { code: 'AFG', type: 'indica' },
  durban: { code: 'DRB', type: 'sativa' },
  westBranchHaze: { code: 'WBH', type: 'sativa' },
  pepactonGold: { code: 'PPG', type: 'sativa' },
  eastBranchDiesel: { code: 'EBD', type: 'sativa' },
  bluestone: { code: 'BLS', type: 'hybrid' },
  stonefly: { code: 'STF', type: 'hybrid' },
  confluence: { code: 'CNF', type: 'hybrid' },
  oldOrchard: { code: 'OOR', type: 'hybrid' },
  harlequin: { code: 'HLQ', type: 'balanced' },
  cannatonic: { code: 'CTN', type: 'balanced' },
} as const satisfies Record<string, Strain>;
