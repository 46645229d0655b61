/** The Steam port: sign-in by OpenID 2.0, player summaries, public inventories. Steam's own terms stay behind it. */
import type { ItemDetails } from '@fairpot/contract/inventory/item.schemas';

export interface SteamProfile {
  readonly steamid: string;
  readonly name: string;
  /** Path or URL of the avatar as this site shows it. */
  readonly avatar: string;
}

export interface SteamInventoryItem {
  readonly assetId: string;
  readonly contextId: string;
  readonly appId: number;
  /** With the Doppler phase appended, when Steam shows it (`phasedName`): a phase is a type of its own. */
  readonly marketHashName: string;
  /** Null or missing: Steam shows none. */
  readonly details?: ItemDetails | null;
}

export type PortOutcome<T> =
  | { readonly kind: 'ok'; readonly value: T }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'unavailable'; readonly why: string };

export interface SteamGateway {
  /** The URL to send the browser to. `returnTo` has exactly one parameter, `state`. */
  signInUrl(input: { readonly realm: string; readonly returnTo: string; readonly hint?: string }): string;
  /** Verifies an answer of the provider, byte by byte and then with the provider itself. The caller checks for nonce reuse. */
  verifySignIn(
    query: string,
    expected: { readonly returnTo: string; readonly now: number },
  ): Promise<PortOutcome<{ readonly steamid: string; readonly nonce: string }>>;
  profiles(steamids: readonly string[]): Promise<PortOutcome<readonly SteamProfile[]>>;
  inventory(steamid: string, appId: number, contextId: number): Promise<PortOutcome<readonly SteamInventoryItem[]>>;
  /** Address of a picture as this site shows it, from its 40 hex digits; the blank picture for null. */
  avatar(hash: string | null): string;
}
