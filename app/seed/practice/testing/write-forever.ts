/** Saves the state of a demo's Metrc again and again, until it is killed: `node write-forever.ts <folder>`. */
import { newMetrcState } from '../../metrc/state.ts';
import { practiceSaver } from '../practice-file.ts';

const state = newMetrcState({ integratorKey: 'software', userKey: 'farm', license: 'OCM-MICR-24-000001' });
const save = practiceSaver(process.argv[2] ?? '.', state);
// Large, so that a write takes longer than the moment between two of them.
state.locations = Array.from(
  { length: 20_000 },
  (_, nth) => `Shelf ${nth} of the vault behind the sales floor`,
);
for (;;) {
  state.lastId += 1;
  await save();
  process.send?.(state.lastId);
}
