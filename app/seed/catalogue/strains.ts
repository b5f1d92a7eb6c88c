import type { DemoStrain } from './product.ts';

/** The farm's strains. Names are its own, after places on the river, or old genetic names that no one owns. */
export const strains = {
  beaverkill: { code: 'BVK', name: 'Beaverkill', type: 'indica' },
  hemlockRidge: { code: 'HMR', name: 'Hemlock Ridge', type: 'indica' },
  northernLights: { code: 'NLT', name: 'Northern Lights', type: 'indica' },
  afghan: { code: 'AFG', name: 'Afghan', type: 'indica' },
  durban: { code: 'DRB', name: 'Durban', type: 'sativa' },
  westBranchHaze: { code: 'WBH', name: 'West Branch Haze', type: 'sativa' },
  pepactonGold: { code: 'PPG', name: 'Pepacton Gold', type: 'sativa' },
  eastBranchDiesel: { code: 'EBD', name: 'East Branch Diesel', type: 'sativa' },
  bluestone: { code: 'BLS', name: 'Bluestone', type: 'hybrid' },
  stonefly: { code: 'STF', name: 'Stonefly', type: 'hybrid' },
  confluence: { code: 'CNF', name: 'Confluence', type: 'hybrid' },
  oldOrchard: { code: 'OOR', name: 'Old Orchard', type: 'hybrid' },
  harlequin: { code: 'HLQ', name: 'Harlequin', type: 'balanced' },
  cannatonic: { code: 'CTN', name: 'Cannatonic', type: 'balanced' },
} as const satisfies Record<string, DemoStrain>;
