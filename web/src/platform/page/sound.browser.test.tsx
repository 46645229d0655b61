/** Cues play after a gesture, and the audio context is suspended between them, or it would compute silence forever. */
import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { hadGesture, watchForGesture } from './gesture.ts';
import { playCue } from './sound.ts';

afterEach(() => vi.unstubAllGlobals());

test('the audio context runs during a cue, is suspended after its last note, and resumes for the next', async () => {
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
