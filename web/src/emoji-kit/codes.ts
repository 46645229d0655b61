/**
 * The 49 emoji of the chat (spec 3), written as :code:, in the order of the picker. The pictures are in pictures.json, drawn by
 * scripts/build-emoji.ts and loaded when the chat is shown.
 */
export interface Emoji {
  readonly code: string;
  /** Name for screen readers and search. */
  readonly says: string;
}

const emoji = (code: string, says: string): Emoji => ({ code, says });

export const EMOJI: readonly Emoji[] = [
  emoji('gg', 'good game'),
  emoji('gl', 'good luck'),
  emoji('nt', 'nice try'),
  emoji('100', 'hundred percent'),
  emoji('win', 'trophy'),
  emoji('money', 'bag of money'),
  emoji('cash', 'money flies away'),
  emoji('coin', 'coin'),
  emoji('flip', 'red and blue coin'),
  emoji('jackpot', 'slot machine'),
  emoji('dice', 'die'),
  emoji('case', 'case, box'),
  emoji('knife', 'knife, dagger'),
  emoji('gem', 'gem, diamond'),
  emoji('crown', 'crown, king'),
  emoji('chart', 'chart goes up, profit'),
  emoji('luck', 'four leaf clover'),
  emoji('fair', 'check mark, provably fair'),
  emoji('lock', 'lock, sealed'),
  emoji('target', 'bullseye, hit'),
  emoji('fire', 'fire, hot'),
  emoji('rocket', 'rocket, moon'),
  emoji('star', 'star'),
  emoji('party', 'party popper'),
  emoji('salt', 'salt, salty'),
  emoji('skull', 'skull, dead'),
  emoji('rip', 'headstone'),
  emoji('kappa', 'smirk, not serious'),
  emoji('lol', 'tears of joy, laugh'),
  emoji('rofl', 'rolling on the floor, laugh'),
  emoji('smile', 'smile, happy'),
  emoji('wink', 'wink'),
  emoji('cool', 'sunglasses'),
  emoji('love', 'heart eyes'),
  emoji('think', 'thinking'),
  emoji('wow', 'astonished'),
  emoji('shock', 'exploding head, mind blown'),
  emoji('sweat', 'sweat, close call'),
  emoji('sad', 'sad, pensive'),
  emoji('cry', 'crying'),
  emoji('angry', 'angry, rage'),
  emoji('scared', 'scream, fear'),
  emoji('clown', 'clown'),
  emoji('eyes', 'eyes, watching'),
  emoji('clap', 'clapping'),
  emoji('pray', 'folded hands, please, thanks'),
  emoji('yes', 'thumbs up'),
  emoji('no', 'thumbs down'),
  emoji('heart', 'red heart'),
];

export const EMOJI_BY_CODE: ReadonlyMap<string, Emoji> = new Map(EMOJI.map((one) => [one.code, one]));

/** Emoji for the text typed after a colon: codes that start with it first, then those that contain it in code or name. */
export function findEmoji(typed: string): readonly Emoji[] {
  const wanted = typed.toLowerCase();
  if (wanted === '') return EMOJI;
  const rank = ({ code, says }: Emoji): number => {
    if (code.startsWith(wanted)) return 0;
    if (code.includes(wanted)) return 1;
    return says.split(/[ ,]+/).some((word) => word.startsWith(wanted)) ? 2 : 3;
  };
  return EMOJI.map((one) => ({ one, at: rank(one) }))
    .filter(({ at }) => at < 3)
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}
