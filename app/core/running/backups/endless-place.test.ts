/** A place that lists more backups than a shop can have is broken or hostile: reading its list ends. */
import { expect, test } from 'vitest';
import { EndlessAnswer, type FileStore } from '#platform/files/file-store.ts';
import { readChains } from './continuous/chain.ts';
import { listBackups } from './parts.server.ts';

/** A store whose list has pages of 500 such keys without end. */
function endless(keyOf: (at: number) => string) {
  const listed = { keys: 0 };
  async function* list() {
    while (true)
      yield Array.from({ length: 500 }, () => ({ key: keyOf(listed.keys++), modifiedAt: new Date(0) }));
  }
  return { listed, store: { list } as unknown as FileStore };
}

/** The name of a backup; each is a second later. */
const nameOf = (at: number) =>
  `${new Date(Date.UTC(2026, 0, 1) + at * 1000).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z-abc123`;

const ONE = nameOf(1);

test('ten thousand backups are listed, and a place with more fails', async () => {
  const { store, listed } = endless((at) => `${nameOf(at)}/manifest`);
  await expect(listBackups(store)).rejects.toThrow(new EndlessAnswer('files'));
  expect(listed.keys).toBe(10_500);
});

test('one backup with any number of files is no endless place', async () => {
  const store = {
    async *list() {
      for (let page = 0; page < 30; page++)
        yield Array.from({ length: 500 }, (_, at) => ({
          key: `${ONE}/${page}-${at}`,
          modifiedAt: new Date(0),
        }));
    },
  } as unknown as FileStore;
  expect([...(await listBackups(store)).keys()]).toEqual([ONE]);
});

test('two hundred thousand files of chains are read, and a place with more fails', async () => {
  const { store, listed } = endless((at) => `continuous/${ONE}/log/${at}`);
  await expect(readChains(store)).rejects.toThrow(new EndlessAnswer('files'));
  expect(listed.keys).toBe(200_500);
});
