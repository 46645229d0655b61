/** The checker as a page: one file that runs from a disk or any other site (checker-plugin.ts puts it together). Reads a site over CORS, asks no server of ours. */
import { checkLog, checkRound, checkSolvency, type CheckVerdict } from './checks.ts';
import { CheckFailed } from './site.ts';
import { texts } from './texts.ts';

const TITLES = { holds: texts.holds, unpinned: texts.unpinned, partly: texts.partly, broken: texts.broken } as const;

function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  parts: { readonly class?: string; readonly text?: string; readonly children?: readonly Node[] } = {},
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  if (parts.class !== undefined) made.className = parts.class;
  if (parts.text !== undefined) made.textContent = parts.text;
  made.append(...(parts.children ?? []));
  return made;
}

function field(id: string): HTMLInputElement {
  const found = document.getElementById(id);
  if (!(found instanceof HTMLInputElement)) throw new Error(`no field ${id}`);
  return found;
}

const value = (id: string): string => field(id).value.trim();
const box = document.getElementById('verdict') ?? document.body;

function show(outcome: string, title: string, ...children: readonly Node[]): void {
  box.hidden = false;
  box.dataset['outcome'] = outcome;
  box.replaceChildren(element('h2', { text: title }), ...children);
}

function listOf(lines: readonly string[], name = ''): HTMLUListElement {
  return element('ul', { class: name, children: lines.map((text) => element('li', { text })) });
}

function stepOf({ ok, title, detail, inputs, computed, expected }: CheckVerdict['steps'][number]): HTMLDetailsElement {
  const rows = [...Object.entries(inputs), [texts.step.computed, computed], [texts.step.published, expected]] as const;
  const values = rows.flatMap(([name, text]) => [element('dt', { text: name }), element('dd', { text })]);
  const made = element('details', {
    class: ok ? '' : 'wrong',
    children: [
      element('summary', { text: `${ok ? '✓' : '✗'} ${title}` }),
      element('p', { text: detail }),
      element('dl', { children: values }),
    ],
  });
  made.open = !ok;
  return made;
}

function showVerdict({ outcome, notes, findings, steps }: CheckVerdict): void {
  show(outcome, TITLES[outcome], listOf(findings, 'findings'), listOf(notes), ...steps.map(stepOf));
}

/** Runs one check at a time; its verdict, or why there is none, is shown below. */
function onSubmit(id: string, check: () => Promise<CheckVerdict>): void {
  const form = document.getElementById(id);
  form?.addEventListener('submit', (event) => {
    event.preventDefault();
    const buttons = [...document.querySelectorAll('button')];
    for (const button of buttons) button.disabled = true;
    show('busy', texts.busy);
    check()
      .then(showVerdict, (error: unknown) => {
        if (!(error instanceof CheckFailed)) throw error;
        show('failed', texts.failed, element('p', { text: error.message }));
      })
      .finally(() => {
        for (const button of buttons) button.disabled = false;
        box.scrollIntoView({ block: 'nearest' });
      });
  });
}

function showProgress(leaves: number, size: number): void {
  const bar = element('progress');
  [bar.max, bar.value] = [size, leaves];
  show('busy', texts.busy, element('p', { text: texts.log.progress(leaves, size) }), bar);
}

onSubmit('round', async () => {
  const file = field('round-file').files?.[0];
  return checkRound(value('site'), value('round-id'), file === undefined ? null : await file.text());
});
onSubmit('log', () => checkLog(value('site'), value('key'), showProgress));
onSubmit('solvency', () => checkSolvency(value('site'), value('key'), value('statement')));
