/** Fetches the next item while the caller works on the current one. Stopping early also stops the source. */
export async function* readAhead<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  const reader = items[Symbol.asyncIterator]();
  const ask = () => {
    const answer = reader.next();
    // Prevents an unhandled rejection now; the caller gets the error when it reaches this item.
    answer.catch(() => {});
    return answer;
  };
  let next = ask();
  try {
    for (let item = await next; !item.done; item = await next) {
      next = ask();
      yield item.value;
    }
  } finally {
    await next.catch(() => {});
    await reader.return?.();
  }
}
