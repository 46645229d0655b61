/**
 * What the build puts in the place of the query library's mutation cache (vite.config.ts): commands go through `useSend`, so
 * there never is a mutation. Invariant: it answers everything that the library's client asks of its own cache.
 */
export class MutationCache {
  readonly clear = (): void => undefined;
  readonly findAll = (): readonly never[] => [];
  readonly resumePausedMutations = (): Promise<void> => Promise.resolve();
}
