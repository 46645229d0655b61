/** An answer on the screen: nothing before it, a list as a transition, later changes at once. */
import { flushSync } from 'react-dom';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { create } from 'zustand';
import { Loaded } from './page-parts.tsx';

const useRows = create<{ readonly data: readonly string[] | undefined }>(() => ({ data: undefined }));

const receive = (data: readonly string[] | undefined) => flushSync(() => useRows.setState({ data }));

function List() {
  const { data } = useRows();
  return (
    <Loaded answer={{ data, error: null, refetch: () => undefined }} loading={<p>Loading</p>}>
      {(rows) => <p>{rows.join(', ')}</p>}
    </Loaded>
  );
}

beforeEach(() => useRows.setState({ data: undefined }));

const shown = () => document.querySelector('p')?.textContent;

test('a first answer keeps no other work waiting: the list replaces its skeleton as a transition', async () => {
  await render(<List />);
  expect(shown()).toBe('Loading');
  receive(['one']);
  expect(shown()).toBe('Loading');
  await expect.element(page.getByText('one')).toBeVisible();
});

test('what changes later is on the screen at once', async () => {
  await render(<List />);
  receive(['one']);
  await expect.element(page.getByText('one')).toBeVisible();
  receive(['one', 'two']);
  expect(shown()).toBe('one, two');
  receive(undefined);
  expect(shown()).toBe('Loading');
});

test('an answer that is there already is shown without a skeleton', async () => {
  useRows.setState({ data: ['one'] });
  await render(<List />);
  expect(shown()).toBe('one');
});
