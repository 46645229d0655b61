import { describe, expect, test } from 'vitest';
import { makeBatcher } from './batches.ts';
import { systemClock } from '../process/system-ports.ts';

interface Job {
  readonly who: string;
  readonly n: number;
}

/** A batcher whose batches end on command. */
function held(options: { most?: number } = {}) {
  const batches: {
    readonly items: readonly Job[];
    end: (results?: readonly string[]) => void;
    fail: (why: Error) => void;
  }[] = [];
  const ask = makeBatcher<Job, string>({
    maxItems: options.most ?? 10,
    ownerOf: (job) => job.who,
    run: (items) =>
      new Promise((resolve, reject) => {
        const all = items.map(({ who, n }) => `${who}${n}`);
        batches.push({ items, end: (results = all) => resolve(results), fail: reject });
      }),
  });
  const begun = (which: number) => batches[which]?.items.map(({ who, n }) => `${who}${n}`);
  return { ask, batches, begun };
}

const turn = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)));

describe('coalescing calls', () => {
  test('a single call begins at once; calls during it form the next batch', async () => {
    const { ask, batches, begun } = held();
    const first = ask({ who: 'a', n: 1 });
    await turn();
    expect(begun(0)).toEqual(['a1']);
    const others = [ask({ who: 'b', n: 1 }), ask({ who: 'c', n: 1 })];
    await turn();
    expect(batches).toHaveLength(1);
    batches[0]?.end();
    expect(await first).toBe('a1');
    await turn();
    expect(begun(1)).toEqual(['b1', 'c1']);
    batches[1]?.end();
    expect(await Promise.all(others)).toEqual(['b1', 'c1']);
  });

  test('calls in the same turn of the event loop form one batch', async () => {
    const { ask, batches, begun } = held();
    const all = ['a', 'b', 'c'].map((who) => ask({ who, n: 1 }));
    await turn();
    expect(begun(0)).toEqual(['a1', 'b1', 'c1']);
    batches[0]?.end();
    await Promise.all(all);
  });

  test('the next batch begins before the results of the previous one are delivered', async () => {
    const { ask, batches, begun } = held();
    const heard: (readonly string[] | undefined)[] = [];
    const first = ask({ who: 'a', n: 1 }).then(() => heard.push(begun(1)));
    await turn();
    const others = [ask({ who: 'b', n: 1 }), ask({ who: 'c', n: 1 })];
    batches[0]?.end();
    await first;
    expect(heard).toEqual([['b1', 'c1']]);
    batches[1]?.end();
    await Promise.all(others);
  });

  test('a caller that floods takes turns with the others; each caller’s order is kept', async () => {
    const { ask, batches, begun } = held({ most: 4 });
    const flood = Array.from({ length: 9 }, (_, i) => ask({ who: 'a', n: i + 1 }));
    const late = ['b', 'c'].map((who) => ask({ who, n: 1 }));
    await turn();
    expect(begun(0)).toEqual(['a1', 'b1', 'c1', 'a2']);
    for (let i = 0; i < 3; i++) {
      batches[i]?.end();
      await turn();
    }
    expect(begun(1)).toEqual(['a3', 'a4', 'a5', 'a6']);
    expect(begun(2)).toEqual(['a7', 'a8', 'a9']);
    expect(await Promise.all([...flood, ...late])).toHaveLength(11);
  });

  test('with more callers than fit, those already served go behind the others', async () => {
    const { ask, batches, begun } = held({ most: 2 });
    const all = [1, 2].flatMap((n) => ['a', 'b', 'c'].map((who) => ask({ who, n })));
    for (let i = 0; i < 3; i++) {
      await turn();
      batches[i]?.end();
    }
    expect([begun(0), begun(1), begun(2)]).toEqual([
      ['a1', 'b1'],
      ['c1', 'a2'],
      ['b2', 'c2'],
    ]);
    await Promise.all(all);
  });

  test('a batch that hangs delays no other, and at most four may hang', async () => {
    const { ask, batches, begun } = held({ most: 1 });
    const all = [1, 2, 3, 4, 5, 6].map((n) => ask({ who: 'a', n }));
    await turn();
    expect(batches).toHaveLength(1);
    await systemClock.sleep(600);
    expect(batches).toHaveLength(4);
    batches[3]?.end();
    expect(await all[3]).toBe('a4');
    await turn();
    expect(begun(4)).toEqual(['a5']);
    batches[4]?.end();
    await turn();
    for (const batch of batches) batch.end();
    expect(await Promise.all(all)).toHaveLength(6);
  });

  test('a failure rejects each call of the batch, and the next batch goes on', async () => {
    const { ask, batches } = held();
    const failed = [ask({ who: 'a', n: 1 }), ask({ who: 'b', n: 1 })];
    const outcomes = Promise.allSettled(failed);
    await turn();
    const next = ask({ who: 'c', n: 1 });
    batches[0]?.fail(new Error('away'));
    expect((await outcomes).map((each) => each.status)).toEqual(['rejected', 'rejected']);
    await turn();
    batches[1]?.end();
    expect(await next).toBe('c1');
  });

  test('a missing result is an internal error, and no caller gets another’s result', async () => {
    const { ask, batches } = held();
    const outcomes = Promise.allSettled([ask({ who: 'a', n: 1 }), ask({ who: 'b', n: 1 })]);
    await turn();
    batches[0]?.end(['a1']);
    expect((await outcomes).map((each) => each.status)).toEqual(['rejected', 'rejected']);
  });
});
