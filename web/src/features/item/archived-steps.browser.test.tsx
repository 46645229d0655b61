/** An item's movements with numbers missing: the list says how many are in the archive, where they are missing. */
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { TraceStep } from '@fairpot/contract/operations/trace/schemas';
import { TraceSteps } from './trace-steps.tsx';

const NOWHERE = { kind: 'outside', user: null } as const;
const step = (no: number): TraceStep => ({
  ...{ no, at: 1_700_000_000_000 + no, code: 'MINT', from: NOWHERE, to: NOWHERE },
  ...{ round: null, order: null, trade: null, saleId: null },
});

const shown = () =>
  page
    .getByRole('listitem')
    .elements()
    .map((row) => row.querySelector('strong')?.textContent ?? row.textContent);

test('missing movements are counted where they are missing', async () => {
  await render(
    <MemoryRouter>
      <TraceSteps steps={[step(1), step(4), step(5), step(7)]} />
    </MemoryRouter>,
  );
  const added = shown()[0];
  await expect
    .poll(shown)
    .toEqual([
      added,
      '2 movements in rounds are in the archive',
      added,
      added,
      '1 movement in a round is in the archive',
      added,
    ]);
});

test('a whole history has no such line', async () => {
  await render(
    <MemoryRouter>
      <TraceSteps steps={[step(1), step(2)]} />
    </MemoryRouter>,
  );
  await expect.element(page.getByRole('listitem').first()).toBeVisible();
  expect(shown()).toHaveLength(2);
});
