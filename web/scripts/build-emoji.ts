/**
 * Draws the emoji of the chat into one file: `npx tsx web/scripts/build-emoji.ts`. Run by hand when codes.ts changes; the
 * output is committed. Pictures: Fluent Emoji Flat by Microsoft (MIT), and our own where the set has none.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import { EMOJI } from '../src/emoji-kit/codes.ts';
import { OWN_EMOJI } from './own-emoji.ts';

/** What the set calls the picture of a code, where it is not one of ours. */
const FLUENT: Readonly<Record<string, string>> = {
  '100': 'hundred-points',
  win: 'trophy',
  money: 'money-bag',
  cash: 'money-with-wings',
  coin: 'coin',
  jackpot: 'slot-machine',
  dice: 'game-die',
  case: 'package',
  knife: 'dagger',
  gem: 'gem-stone',
  crown: 'crown',
  chart: 'chart-increasing',
  luck: 'four-leaf-clover',
  fair: 'check-mark-button',
  lock: 'locked',
  target: 'bullseye',
  fire: 'fire',
  rocket: 'rocket',
  star: 'star',
  party: 'party-popper',
  salt: 'salt',
  skull: 'skull',
  rip: 'headstone',
  lol: 'face-with-tears-of-joy',
  rofl: 'rolling-on-the-floor-laughing',
  smile: 'smiling-face-with-smiling-eyes',
  wink: 'winking-face',
  cool: 'smiling-face-with-sunglasses',
  love: 'smiling-face-with-heart-eyes',
  think: 'thinking-face',
  wow: 'astonished-face',
  shock: 'exploding-head',
  sweat: 'grinning-face-with-sweat',
  sad: 'pensive-face',
  cry: 'loudly-crying-face',
  angry: 'angry-face',
  scared: 'face-screaming-in-fear',
  clown: 'clown-face',
  eyes: 'eyes',
  clap: 'clapping-hands',
  pray: 'folded-hands',
  yes: 'thumbs-up',
  no: 'thumbs-down',
  heart: 'red-heart',
};
/** All pictures together, gzipped, in bytes. */
const BUDGET = 25 * 1024;

interface IconSet {
  readonly width: number;
  readonly height: number;
  readonly icons: Readonly<Record<string, { readonly body: string } | undefined>>;
}

const set = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('@iconify-json/fluent-emoji-flat/icons.json'), 'utf8'),
) as IconSet;

function bodyOf(code: string): string {
  const body = OWN_EMOJI[code] ?? set.icons[FLUENT[code] ?? '']?.body;
  if (body === undefined) throw new Error(`there is no picture for :${code}:`);
  // Every picture is a document of its own, so one font, script or outside reference would be one too many.
  if (/<(?!\/?(?:g|path|circle|ellipse|rect)\b)|\b(?:href|on\w+|style|id)=|url\(/i.test(body)) {
    throw new Error(`the picture for :${code}: is more than shapes`);
  }
  return body;
}

if (set.width !== 32 || set.height !== 32) throw new Error('the set is not drawn on 32 by 32');
const pictures = Object.fromEntries(EMOJI.map(({ code }) => [code, bodyOf(code)]));
const json = `${JSON.stringify(pictures, null, 2)}\n`;
const packed = gzipSync(json, { level: 9 }).length;
if (packed > BUDGET) throw new Error(`the pictures take ${packed} bytes gzipped, more than ${BUDGET}`);
writeFileSync(new URL('../src/emoji-kit/pictures.json', import.meta.url), json);
process.stdout.write(`${EMOJI.length} emoji, ${json.length} bytes, ${packed} gzipped\n`);
