/** The witness port: heads of the public log are handed to those who watch it from outside (c2sp.org/tlog-witness). */

export type WitnessAnswer =
  /** Signature lines, not verified. */
  | { readonly kind: 'cosigned'; readonly lines: string }
  /** It stands at another size than the proof began with. */
  | { readonly kind: 'elsewhere'; readonly size: number }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'away'; readonly why: string };

export interface WitnessGateway {
  /** Offers a head with the proof that it continues the first `oldSize` leaves; hashes are base64. `url` is configured, never told. */
  addCheckpoint(
    url: string,
    request: { readonly oldSize: number; readonly proof: readonly string[]; readonly note: string },
    signal?: AbortSignal,
  ): Promise<WitnessAnswer>;
  /** The last checkpoint of this log that the witness cosigned, as a note that is not verified; null when it tells none. */
  lastCheckpoint(url: string, origin: string, signal?: AbortSignal): Promise<string | null>;
}
