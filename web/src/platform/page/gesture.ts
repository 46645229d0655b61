/** Whether there was a user gesture: browsers allow sound only after one. Separate from sound.ts, which loads later. */

let happened = false;

/** Records the first gesture. Called once at start. */
export function watchForGesture(): void {
  const note = (): void => {
    happened = true;
    removeEventListener('pointerdown', note);
    removeEventListener('keydown', note);
  };
  addEventListener('pointerdown', note);
  addEventListener('keydown', note);
}

export function hadGesture(): boolean {
  return happened;
}
