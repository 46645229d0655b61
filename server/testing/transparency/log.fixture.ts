/** A world with coinflips and their public log: played rounds, a sequencer, and a reader of the served files. */
import type { LogFinding } from '@fairpot/fairness/log/log-results';
import { LogVerifier } from '@fairpot/fairness/log/log-verify';
import { bundlePath, parseBundle, TILE_WIDTH } from '@fairpot/fairness/tree/tiles';
import { CoinflipTable, TABLE_FEATURES } from '../games/coinflip/table.fixture.ts';
import type { Config } from '../../src/platform/process/config.ts';
import type { Feature, MakeFeature } from '../../src/platform/runner/feature.ts';
import { invariant } from '../../src/platform/runner/refused.ts';
import { makeWorld } from '../world.ts';
import { keeperIn } from '../../src/transparency/keeper.ts';
import { openSigner } from '../../src/transparency/signer.ts';
import { sequence, type SequencerStep } from '../../src/transparency/sequencer.ts';
import { transparencyFeature } from '../../src/transparency/transparency.feature.ts';

export class LoggedTable extends CoinflipTable {
  /** One run of a sequencer; `onStep` may throw, as a crash would. */
  async sequence(onStep?: (step: SequencerStep) => Promise<void> | void): Promise<number> {
    const signer = await openSigner(this.world.deps);
    const { logFolder } = this.world.deps.config;
    const keeper = logFolder === null ? null : keeperIn(logFolder, signer.key);
    return sequence({ ...this.world.deps, signer, keeper, ...(onStep && { onStep }) });
  }

  /** Completed rounds: settled ones, and one in ten cancelled. */
  async play(count: number): Promise<string[]> {
    const ids: string[] = [];
    for (let n = 0; n < count; n += 1) {
      if (n % 10 === 9) {
        const { actor, items } = await this.playerWith([2_000]);
        const id = await this.create(actor, items);
        await this.cancel(actor, id);
        ids.push(id);
      } else ids.push((await this.lockedGame()).id);
      if (n % 5 === 4) await this.settle();
    }
    await this.settle();
    return ids;
  }
}

/** A table with a started log, as on a server; close `table.world` at the end. */
export async function makeLoggedTable(
  config: Partial<Config> = {},
  more: readonly MakeFeature[] = [],
): Promise<LoggedTable> {
  const world = await makeWorld({ features: [...TABLE_FEATURES, ...more, transparencyFeature], config });
  await featureOf(world.features).start?.();
  return new LoggedTable(world);
}

function featureOf(features: readonly Feature[]): Feature {
  const feature = features.find(({ name }) => name === 'transparency');
  invariant(feature, 'the world has no log');
  return feature;
}

/** Every entry of the log that a server serves below `base`, up to the size of its checkpoint. */
export async function downloaded(base: string): Promise<Uint8Array[]> {
  const note = await servedFile(`${base}/checkpoint`);
  const size = Number(Buffer.from(note).toString().split('\n')[1]);
  const entries: Uint8Array[] = [];
  for (let index = 0; index * TILE_WIDTH < size; index += 1) {
    const width = Math.min(TILE_WIDTH, size - index * TILE_WIDTH);
    entries.push(...parseBundle(await servedFile(`${base}/${bundlePath(index, width)}`)));
  }
  return entries;
}

/** A file of the log. Throws for any answer but the file. */
export async function servedFile(url: string): Promise<Uint8Array> {
  const answer = await fetch(url);
  invariant(answer.ok, `${url} is served, not ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** The verifier's findings on these entries. */
export function findingsIn(entries: readonly Uint8Array[]): LogFinding[] {
  const verifier = new LogVerifier({ acceptSimulated: true });
  return [...entries.flatMap((entry) => verifier.add(entry)), ...verifier.finish()];
}
