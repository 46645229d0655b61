/** Counts of the bars that keep their number while winnings are on their way to them. Games hold them, the bars read them. */
import { create } from 'zustand';

export type Count = 'items' | 'balance';

const useHeld = create<Readonly<Record<Count, number>>>(() => ({ items: 0, balance: 0 }));

/** Holds the count until the returned function is called. */
export function holdCount(count: Count): () => void {
  const add = (more: number) => useHeld.setState((held) => ({ [count]: held[count] + more }));
  add(1);
  return () => add(-1);
}

/** Whether winnings are on their way to the count. */
export function useCountHeld(count: Count): boolean {
  return useHeld((held) => held[count] > 0);
}
