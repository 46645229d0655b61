/** Whether anybody has touched the page yet: browsers allow sound only after that. Apart from sound.ts, which comes later. */

let happened = false;

/** Notes the first gesture. Called once at start. */
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
