/** Cues sound after a gesture, and the browser's audio stands still between them: it would compute silence without end. */
import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { hadGesture, watchForGesture } from './gesture.ts';
import { playCue } from './sound.ts';

afterEach(() => vi.unstubAllGlobals());

test('the audio runs while a cue sounds, stands still after its last note, and runs again for the next', async () => {
  const states: string[] = [];
  const Real = window.AudioContext;
  vi.stubGlobal(
    'AudioContext',
    class extends Real {
      constructor() {
        super();
        this.addEventListener('statechange', () => states.push(this.state));
      }
    },
  );
  watchForGesture();
  const screen = await render(<button>press</button>);
  await screen.getByRole('button').click();
  await expect.poll(hadGesture).toBe(true);
  playCue('start');
  await expect.poll(() => states, { timeout: 10_000 }).toEqual(['running', 'suspended']);
  playCue('tick');
  await expect.poll(() => states, { timeout: 10_000 }).toEqual(['running', 'suspended', 'running', 'suspended']);
});
