/** The address of a round. */
export function roundPath(id: string): string {
  return `/jackpot/${id}`;
}
