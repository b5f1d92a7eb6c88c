/** Has the next item made ready while the one before is worked on. Whoever stops early ends the reading, too. */
export async function* readAhead<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  const reader = items[Symbol.asyncIterator]();
  const ask = () => {
    const answer = reader.next();
    // It is told of when its turn comes.
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
