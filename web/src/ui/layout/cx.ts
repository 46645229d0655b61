/** Class names joined, falsy ones left out. Used by every part of ui/. */
export function cx(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
