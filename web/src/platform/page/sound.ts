/**
 * Short cues, synthesised: no files, nothing before the first gesture, nothing longer than a second.
 * Called by games through `playCue`; silent when the person switched sound off or the tab is hidden.
 */
import { hadGesture } from './gesture.ts';
import { usePreferences } from './preferences.ts';

export type Cue = 'bet' | 'start' | 'win' | 'lose' | 'tick';

interface CueNote {
  /** Hz at the start and, when it glides, at the end. */
  readonly from: number;
  readonly to?: number;
  /** Seconds after the start of the cue, and length in seconds. */
  readonly at: number;
  readonly length: number;
  readonly gain: number;
  readonly wave: OscillatorType;
}

/** The notes of each cue. A loss is quiet and short, and no fanfare invites another stake. */
export const CUES: Readonly<Record<Cue, readonly CueNote[]>> = {
  bet: [
    { from: 320, to: 240, at: 0, length: 0.07, gain: 0.22, wave: 'triangle' },
    { from: 1900, at: 0.015, length: 0.03, gain: 0.05, wave: 'square' },
  ],
  start: [
    { from: 440, at: 0, length: 0.09, gain: 0.16, wave: 'triangle' },
    { from: 660, at: 0.11, length: 0.14, gain: 0.18, wave: 'triangle' },
  ],
  win: [
    { from: 523.25, at: 0, length: 0.14, gain: 0.16, wave: 'triangle' },
    { from: 659.25, at: 0.1, length: 0.14, gain: 0.16, wave: 'triangle' },
    { from: 783.99, at: 0.2, length: 0.3, gain: 0.18, wave: 'triangle' },
  ],
  lose: [{ from: 220, to: 165, at: 0, length: 0.22, gain: 0.12, wave: 'sine' }],
  tick: [{ from: 1200, at: 0, length: 0.025, gain: 0.06, wave: 'square' }],
};

let context: AudioContext | null = null;
/** Notes that are playing or scheduled. */
let sounding = 0;

/** Whether a cue would sound now. */
export function canPlay(): boolean {
  return hadGesture() && usePreferences.getState().sound && document.visibilityState === 'visible';
}

/** Plays a cue, unless sound is off or not unlocked yet, or the tab is hidden. */
export function playCue(cue: Cue): void {
  if (!canPlay()) return;
  context ??= new AudioContext();
  // Also while running: a suspend requested after the last cue may still be pending.
  void context.resume();
  for (const note of CUES[cue]) playNote(context, note);
}

function playNote(audio: AudioContext, note: CueNote): void {
  const start = audio.currentTime + note.at;
  const end = start + note.length;
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.type = note.wave;
  tone.frequency.setValueAtTime(note.from, start);
  if (note.to !== undefined) tone.frequency.exponentialRampToValueAtTime(note.to, end);
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(note.gain, start + 0.008); // a ramp, because a jump is audible as a click
  volume.gain.exponentialRampToValueAtTime(0.0001, end);
  tone.connect(volume).connect(audio.destination);
  tone.start(start);
  tone.stop(end);
  sounding += 1;
  tone.onended = () => {
    sounding -= 1;
    // A running audio context computes silence on its own thread as long as the page is open.
    if (sounding === 0) void audio.suspend();
  };
}
