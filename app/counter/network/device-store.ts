/** Reads and writes the tablet's own databases (IndexedDB). Browser only; each call rejects where nothing can be stored. */

type Stores = Readonly<Record<string, IDBObjectStoreParameters>>;

/**
 * Opens a database for one piece of work. It is not left open, so that it can be deleted at any moment.
 * @param write whether `work` writes
 */
export async function inDatabase<T>(
  name: string,
  stores: Stores,
  write: boolean,
  work: (storeOf: (name: string) => IDBObjectStore) => IDBRequest<T> | undefined,
): Promise<T | undefined> {
  const db = await opened(name, stores);
  try {
    const transaction = db.transaction(Object.keys(stores), write ? 'readwrite' : 'readonly');
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
      transaction.onerror = () => reject(transaction.error);
    });
    const request = work((store) => transaction.objectStore(store));
    await done;
    return request?.result;
  } finally {
    db.close();
  }
}

function opened(name: string, stores: Stores): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(name, 1);
    asked.onupgradeneeded = () => {
      for (const [store, options] of Object.entries(stores)) asked.result.createObjectStore(store, options);
    };
    asked.onsuccess = () => {
      asked.result.onversionchange = () => asked.result.close();
      resolve(asked.result);
    };
    asked.onerror = () => reject(asked.error);
  });
}
