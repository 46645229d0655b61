/**
 * Drawn pictures, kept for the next chat program that asks. Bounded: one is drawn at a time, few wait, and few are kept. A picture that is being drawn is
 * not drawn a second time.
 */
import type { RoundCard } from '../games/kit/round-card.ts';

const MAX_KEPT = 200;
const MAX_WAITING = 16;

export class Pictures {
  readonly #draw: (card: RoundCard) => Promise<Buffer>;
  /** By round and version, in order of last use. */
  readonly #kept = new Map<string, Promise<Buffer>>();
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(draw: (card: RoundCard) => Promise<Buffer>) {
    this.#draw = draw;
  }

  /** Null while too many pictures wait to be drawn. */
  async of(id: string, card: RoundCard): Promise<Buffer | null> {
    const key = `${id} ${card.version}`;
    const known = this.#kept.get(key);
    if (known === undefined && this.#waiting >= MAX_WAITING) return null;
    const picture = known ?? this.#enqueue(key, card);
    this.#kept.delete(key);
    this.#kept.set(key, picture);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return picture;
  }

  #enqueue(key: string, card: RoundCard): Promise<Buffer> {
    this.#waiting += 1;
    const drawn = this.#last.then(() => this.#draw(card));
    this.#last = drawn.then(
      () => (this.#waiting -= 1),
      () => {
        this.#waiting -= 1;
        this.#kept.delete(key);
      },
    );
    return drawn;
  }
}
