/**
 * The mark of a scripted round (rulings 1.3), inside a game picture: coin, ring, reels. Its parent is positioned.
 *
 * Invariant: no crop of the picture is without it. A solid band has the full text, and the word repeats across the rest. It is shown from the
 * moment staff chose the winner, in every state, also without motion.
 */
import { SCRIPTED_MARK } from '@fairpot/contract/games/script';
import './scripted-mark.css';
import { messages } from '../../messages.ts';

const ROWS = 7;

/** Clipped to a circle, for coin and ring. */
export function ScriptedMark() {
  return (
    <div className="scripted-mark">
      <div className="scripted-tiles" aria-hidden>
        {Array.from({ length: ROWS }, (_, row) => (
          <span key={row} data-row={row % 2}>
            {Array(6).fill(messages.scripted.word).join('  ·  ')}
          </span>
        ))}
      </div>
      <p className="scripted-band">{SCRIPTED_MARK}</p>
    </div>
  );
}

/** Replaces the seal: there is no claim to verify, and the note says so. */
export function ScriptedNote() {
  return (
    <div role="note" className="rounded-md border border-warn bg-ink-3 px-4 py-3 text-sm">
      <p className="font-extrabold text-warn">{SCRIPTED_MARK}</p>
      <p className="mt-1 text-fg-2">{messages.scripted.note}</p>
    </div>
  );
}
