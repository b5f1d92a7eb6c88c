/** Names for demo customers. */
export const demoNames: readonly string[] = [
  'Marisol Vega',
  'Tom Kessler',
  'Priya Raman',
  'Deborah Hale',
  'Luis Ortega',
  'Hannah Whitlock',
  'Jerome Baptiste',
  'Kathleen Moran',
  'Wei Zhang',
  'Andre Coleman',
  'Sofia Lindqvist',
  'Frank Delvecchio',
  'Renee Tran',
  'Curtis Boyd',
  'Aisha Karim',
  'Peter Nowak',
  'Gloria Mendes',
  'Owen Fitzgerald',
  'Yuki Tanaka',
  'Dale Hendrickson',
  'Carmen Soto',
  'Elliot Marsh',
  'Nadia Haddad',
  'Ray Stockwell',
  'Ingrid Halvorsen',
  'Malik Freeman',
  'Joan Pritchard',
  'Theo Papadakis',
  'Beth Van Orden',
  'Hector Luna',
  'Grace Okafor',
  'Walt Szymanski',
  'Leah Rosen',
  'Vincent Amato',
  'Colleen Rafferty',
  'Ibrahim Diallo',
  'Tessa Brandt',
  'Norman Yates',
  'Camille Dubois',
  'Jesse Tompkins',
  'Rosa Villanueva',
  'Kyle Burdick',
];

/** Towns around the farm, with street names. */
export const demoPlaces: readonly {
  streets: readonly string[];
  place: { city: string; state: string; zipcode: string };
}[] = [
  {
    streets: ['Front Street', 'Pine Street', 'Wheeler Street'],
    place: { city: 'Hancock', state: 'NY', zipcode: '13783' },
  },
  { streets: ['Delaware Avenue', 'Main Street'], place: { city: 'Delhi', state: 'NY', zipcode: '13753' } },
  { streets: ['Gardiner Place', 'Liberty Street'], place: { city: 'Walton', state: 'NY', zipcode: '13856' } },
  { streets: ['Stewart Avenue', 'Broad Street'], place: { city: 'Roscoe', state: 'NY', zipcode: '12776' } },
  {
    streets: ['Court Street', 'Oak Street', 'Riverside Drive'],
    place: { city: 'Binghamton', state: 'NY', zipcode: '13901' },
  },
  { streets: ['River Street', 'Chestnut Street'], place: { city: 'Oneonta', state: 'NY', zipcode: '13820' } },
  {
    streets: ['State Route 30', 'Lower Main Street'],
    place: { city: 'Downsville', state: 'NY', zipcode: '13755' },
  },
  {
    streets: ['Main Street', 'Lake Street'],
    place: { city: 'Livingston Manor', state: 'NY', zipcode: '12758' },
  },
  { streets: ['Winkler Road', 'Penn Street'], place: { city: 'Starlight', state: 'PA', zipcode: '18461' } },
  { streets: ['Wayne Street', 'Church Street'], place: { city: 'Honesdale', state: 'PA', zipcode: '18431' } },
];
