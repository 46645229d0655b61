/** docs/asvs.md: each requirement of ASVS 5.0 levels 1 and 2 has exactly one row, and each test that a row names exists. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './processes.ts';

/** How many requirements of levels 1 and 2 each section has; they are numbered from 1. */
const SECTIONS: Readonly<Record<string, number>> = {
  ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2, '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1 },
  ...{ '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2, '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4 },
  ...{ '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3, '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5, '6.6': 3, '6.8': 4 },
  ...{ '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2, '8.1': 2, '8.2': 3, '8.3': 1, '8.4': 1 },
  ...{ '9.1': 3, '9.2': 4, '10.1': 2, '10.2': 2, '10.3': 4, '10.4': 11, '10.5': 5, '10.6': 2, '10.7': 3 },
  ...{ '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1, '12.1': 3, '12.2': 2, '12.3': 4 },
  ...{ '13.1': 1, '13.2': 5, '13.3': 2, '13.4': 5, '14.1': 2, '14.2': 4, '14.3': 3, '15.1': 3, '15.2': 3, '15.3': 7 },
  ...{ '16.1': 1, '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3, '17.1': 1, '17.2': 4, '17.3': 2 },
};
const ROW = /^\| ([\d., -]+?) +\| (\w+) +\| (.*?) +\|$/gm;
const ROOMS = /^(fairness|web|contract|scripts|e2e|trade-worker|chain-watcher|signer|witness)\//;

const rows = [...readFileSync(join(root, 'docs', 'asvs.md'), 'utf8').matchAll(ROW)];

/** '1.2.6-1.2.8' is three of them. */
function requirements(text: string): string[] {
  return text.split(', ').flatMap((part) => {
    const [first = '', last = first] = part.split('-');
    const section = first.slice(0, first.lastIndexOf('.'));
    const [from, to] = [first, last].map((id) => Number(id.slice(id.lastIndexOf('.') + 1)));
    return Array.from({ length: (to ?? 0) - (from ?? 0) + 1 }, (_, i) => `${section}.${(from ?? 0) + i}`);
  });
}

test('every requirement of levels 1 and 2 has one row', () => {
  const wanted = Object.entries(SECTIONS).flatMap(([section, count]) =>
    requirements(`${section}.1-${section}.${count}`),
  );
  expect(wanted).toHaveLength(253);
  expect(rows.flatMap(([, ids = '']) => requirements(ids)).sort()).toEqual(wanted.sort());
});

test('a row that holds names a test or a document, and what it names exists', () => {
  for (const [, ids, status = '', why = ''] of rows) {
    expect(['holds', 'part', 'open', 'operator', 'none'], ids).toContain(status);
    const files = [...why.matchAll(/`([\w./-]+[.]tsx?)`/g)].map(([, file = '']) =>
      ROOMS.test(file) ? file : `server/${file.startsWith('testing/') ? '' : 'src/'}${file}`,
    );
    const journeys = [...why.matchAll(/journeys? `(\w+)`/g)].map(([, name = '']) => `e2e/journeys/${name}.test.ts`);
    const documents = [...why.matchAll(/\]\(([\w.-]+)\)/g)].map(([, name = '']) => `docs/${name}`);
    const named = [...files, ...journeys, ...documents];
    if (status === 'holds') expect(named.length, ids).toBeGreaterThan(0);
    expect(
      named.filter((file) => !existsSync(join(root, file))),
      ids,
    ).toEqual([]);
  }
});
