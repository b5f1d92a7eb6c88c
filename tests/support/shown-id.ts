/** The license that a person shows at the counter, of age in every test. */
export const SHOWN_ID = {
  idKind: 'driver_license',
  idIssuer: 'New York',
  idExpiresOn: '2030-01-01',
  idBirthDate: '1995-06-15',
  nameMatches: true,
} as const;
