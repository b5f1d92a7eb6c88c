/** Writes the owner’s settings through the room that owns them. */
import { moveSettings, readMovedSetting } from '#core/ground/settings/move-settings.server.ts';
import type { Transaction } from '#db/client.ts';
import { type Became, inOrder, leave, type MoveContext, type WriteItem } from './move-context.server.ts';

/** A group that someone saved in this shop stays as it is. */
export async function writeSettings(
  tx: Transaction,
  items: readonly WriteItem<'setting'>[],
  context: MoveContext,
): Promise<Became[]> {
  const became = new Map<WriteItem<'setting'>, Became>();
  const read = items.flatMap((item) => {
    const { sourceId: name } = item.record;
    const value = readMovedSetting(name, item.record.value);
    return value === null ? [] : [{ item, name, value }];
  });
  const written = await moveSettings(
    tx,
    read.map(({ name, value }) => ({ name, value })),
  );
  for (const { item, name } of read) {
    if (!written.has(name)) leave(context, 'setting', name, 'Was chosen in this shop, and stays as it is');
    became.set(item, { ourId: name, isOurs: written.has(name) });
  }
  return inOrder(items, became, context, 'setting', 'Not settings that this release reads from a file');
}
