/**
 * Steam account identifiers: 64 bits with a universe, a type, an instance and an account.
 *
 * Wraps the `steamid` package, which parses and prints the forms but accepts overflowing numbers and empty text. This module accepts
 * only what survives the round trip to its 64-bit form and back.
 */
import SteamID from 'steamid';

/** Thrown for invalid identifiers; the spec's message, word for word. */
class UnknownSteamIdFormat extends Error {
  override readonly name = 'UnknownSteamIdFormat';
  constructor() {
    super('Unknown SteamID input format');
  }
}

/** An identifier in all its forms. */
export interface SteamIdForms {
  readonly universe: number;
  readonly type: number;
  readonly instance: number;
  /** 32 bits. */
  readonly accountId: number;
  /** Decimal digits of the 64-bit form. */
  readonly steam64: string;
  /** STEAM_0:y:z; null if it is not an individual, which that form cannot express. */
  readonly steam2: string | null;
  /** [U:1:n] */
  readonly steam3: string;
  /** Type 1 to 10, universe 1 to 4, and what the type requires of account and instance. */
  readonly valid: boolean;
  /** Public universe, individual, desktop instance: a person's account. */
  readonly validIndividual: boolean;
}

const FORMS = [/^\d{1,20}$/, /^STEAM_[0-5]:[01]:\d{1,10}$/, /^\[[A-Za-z]:[0-5]:\d{1,10}(:\d{1,7})?\]$/];
/** The type of a person's account. */
const INDIVIDUAL = 1;
const MAX_64 = 2n ** 64n;
const MAX_ACCOUNT = 0xffffffff;
const MAX_INSTANCE = 0x000fffff;

/** Parses a bigint, a digit string, STEAM_x:y:z or a bracketed form. Throws UnknownSteamIdFormat for anything else. */
export function readSteamId(input: bigint | string): SteamIdForms {
  const text = typeof input === 'bigint' ? input.toString() : input;
  if (!FORMS.some((form) => form.test(text))) throw new UnknownSteamIdFormat();
  if (/^\d/.test(text) && BigInt(text) >= MAX_64) throw new UnknownSteamIdFormat();
  const id = new SteamID(text);
  if (id.accountid > MAX_ACCOUNT || id.instance > MAX_INSTANCE) throw new UnknownSteamIdFormat();
  const steam64 = id.getSteamID64();
  const again = new SteamID(BigInt(steam64));
  const same = (['universe', 'type', 'instance', 'accountid'] as const).every((part) => again[part] === id[part]);
  if (!same) throw new UnknownSteamIdFormat();
  return {
    universe: id.universe,
    type: id.type,
    instance: id.instance,
    accountId: id.accountid,
    steam64,
    steam2: Number(id.type) === INDIVIDUAL ? id.getSteam2RenderedID() : null,
    steam3: id.getSteam3RenderedID(),
    valid: id.isValid(),
    validIndividual: id.isValidIndividual(),
  };
}

/** True for the digits of a person's account: the only form that the sign-in provider may claim. */
export function isPlayerSteamId(text: string): boolean {
  return /^7656119\d{10}$/.test(text) && readSteamId(text).validIndividual;
}
