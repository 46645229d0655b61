/**
 * Links to rounds in chat programs: /api/share/<game>/<id>.png is the picture, and the first HTML of the round's address names it (Open Graph). Reads
 * what every visitor may read, and nothing else.
 */
import { DEMO_MARK, SCRIPTED_MARK } from '@fairpot/contract/games/script';
import { idPattern } from '@fairpot/contract/wire/ids';
import type { CardSource, RoundCard } from '../games/kit/round-card.ts';
import type { Deps } from '../platform/process/deps.ts';
import type { Execute, Feature } from '../platform/runner/feature.ts';
import { RateLimiter } from '../platform/runner/rate-limit.ts';
import { refuse, Refused } from '../platform/runner/refused.ts';
import { drawCard, escaped, PICTURE } from './picture.ts';
import { Pictures } from './pictures.ts';

/** Pictures per address. */
const LIMIT = { max: 30, perMs: 60_000 };
const A_DAY = 'public, max-age=86400';
const SOON = 'public, max-age=10';
const ROUND = idPattern('round');

export function shareFeature(
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  execute: Execute,
  sources: readonly CardSource[],
): Feature {
  const isDemo = config.mode === 'demo';
  const pictures = new Pictures((card) => drawCard(card, isDemo));
  const limiter = new RateLimiter();
  /** As the visitor at this address, whose limit counts. */
  const cardAt = (path: string, id: string, address: string): Promise<RoundCard> => {
    const read: Execute = (call, actor, input) => execute(call, actor, input, { address });
    const source = sources.find((each) => each.path === path);
    return source && ROUND.test(id) ? source.read(read, id, clock.now()) : refuse('NO_GAME');
  };
  return {
    name: 'share',
    bindings: [],
    routes: (http) => {
      http.get<{ Params: { game: string; id: string } }>('/share/:game/:id.png', async (request, reply) => {
        const { game, id } = request.params;
        const seconds = config.rateLimits ? limiter.take(`share ${request.address}`, LIMIT, clock.now()) : 0;
        if (seconds > 0) refuse('RATE_LIMITED', { seconds });
        const card = await cardAt(`/${game}`, id, request.address);
        const picture = (await pictures.of(id, card)) ?? refuse('UNAVAILABLE');
        return reply
          .type('image/png')
          .header('cache-control', card.final ? A_DAY : SOON)
          .send(picture);
      });
    },
    head: async (path, { origin, address }) => {
      const [, game = '', id = ''] = /^(\/[a-z]+)\/([a-z0-9_]+)$/.exec(path) ?? [];
      if (id === '') return null;
      try {
        return headOf(await cardAt(game, id, address), path, origin, isDemo);
      } catch (error) {
        // An address without a round has no card; its page says so.
        if (error instanceof Refused) return null;
        throw error;
      }
    },
  };
}

function headOf({ title, text, scripted, version }: RoundCard, path: string, origin: string, isDemo: boolean): string {
  const marks = `${isDemo ? `${DEMO_MARK}. ` : ''}${scripted ? `${SCRIPTED_MARK}. ` : ''}`;
  // The version makes chat programs ask again for a picture that they keep.
  const picture = `${origin}/api/share${path}.png?v=${version}`;
  const tags = {
    'og:site_name': 'Fairpot',
    'og:type': 'website',
    'og:title': title,
    'og:description': `${marks}${text}`,
    'og:url': `${origin}${path}`,
    'og:image': picture,
    'og:image:width': String(PICTURE.width),
    'og:image:height': String(PICTURE.height),
    'twitter:card': 'summary_large_image',
  };
  return Object.entries(tags)
    .map(([name, value]) => `<meta property="${name}" content="${escaped(value)}" />`)
    .join('');
}
