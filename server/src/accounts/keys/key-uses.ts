/** Uses of an API key: what is written of them, so that its player sees a key that is used from two places. Pure; called by keys.ts. */

/** When a key was last used from which address, as keyed hashes; '' and null: never. */
export interface KeyUses {
  readonly lastUsedAt: number | null;
  readonly addressHash: string;
  /** The address of the last use before those from `addressHash`. */
  readonly otherHash: string;
  readonly otherAt: number | null;
}

/** A use is written at most this often: a call must not cost a write each time. */
const NOTE_EVERY_MS = 60_000;

/** What to write of a use from this address now; null: nothing. */
export function noteUse(uses: KeyUses, addressHash: string, now: number): KeyUses | null {
  const isRecent = (at: number | null) => at !== null && now - at < NOTE_EVERY_MS;
  if (addressHash === uses.addressHash) return isRecent(uses.lastUsedAt) ? null : { ...uses, lastUsedAt: now };
  // Two places that take turns do not change places, which would be a write for each call.
  if (addressHash === uses.otherHash) return isRecent(uses.otherAt) ? null : { ...uses, otherAt: now };
  return { lastUsedAt: now, addressHash, otherHash: uses.addressHash, otherAt: uses.lastUsedAt };
}

/** The last use, from whichever of the two addresses. */
export function lastUseOf({ lastUsedAt, otherAt, addressHash, otherHash }: KeyUses) {
  const isOther = (otherAt ?? 0) > (lastUsedAt ?? 0);
  return isOther
    ? { at: otherAt, addressHash: otherHash, otherAt: lastUsedAt }
    : { at: lastUsedAt, addressHash, otherAt };
}
