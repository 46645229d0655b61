/** The field for a round to check: a press without a text leads to the field. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ProofInput } from './proof-input.tsx';

test('an empty check names what it needs and focuses the field', async () => {
  const typed: unknown[] = [];
  await render(<ProofInput busy={false} onTyped={(round) => typed.push(round)} />);
  await page.getByRole('button', { name: 'Check' }).click();
  await expect.element(page.getByRole('textbox', { name: 'Check any round' })).toHaveFocus();
  await expect.element(page.getByText('Enter a round id, hash, secret or proof')).toBeVisible();
  expect(typed).toEqual([]);
});
