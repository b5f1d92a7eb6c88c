/** What a lot of cannabis needs for sale, as its certificate says. */
export const PASSED = {
  testStatus: 'TestPassed',
  labName: 'Catskill Analytics',
  coaNumber: 'KLL-2611',
  totalThcBasisPoints: 2140,
  totalCbdBasisPoints: 20,
} as const;
