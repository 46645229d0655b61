/** The witness port: submits heads of the public log to external witnesses (c2sp.org/tlog-witness). */

export type WitnessAnswer =
  /** Signature lines, not verified. */
  | { readonly kind: 'cosigned'; readonly lines: string }
  /** It stands at another size than the proof began with. */
  | { readonly kind: 'elsewhere'; readonly size: number }
  | { readonly kind: 'refused'; readonly why: string }
  /** It does not know the log, or not yet: it asks the site for its key. */
  | { readonly kind: 'unknown'; readonly why: string }
  | { readonly kind: 'away'; readonly why: string };

export interface WitnessGateway {
  /**
   * Submits a head with the proof that it extends the first `oldSize` leaves; hashes are base64. `url` comes from the configuration, never from a
   * peer.
   */
  addCheckpoint(
    url: string,
    request: { readonly oldSize: number; readonly proof: readonly string[]; readonly note: string },
    signal?: AbortSignal,
  ): Promise<WitnessAnswer>;
  /** The last checkpoint of this log that the witness cosigned, as an unverified note; null if the witness returns none. */
  lastCheckpoint(url: string, origin: string): Promise<string | null>;
}
