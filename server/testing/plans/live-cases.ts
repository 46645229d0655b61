/** Plan cases of work that neither a call nor a sweep starts: presenters, relay, sessions, other processes. */
import { keyResolver } from '../../src/accounts/keys/keys.ts';
import { liveSessions } from '../../src/accounts/sessions.ts';
import { SAMPLES } from '../games/samples.fixture.ts';
import { Relay } from '../../src/platform/live/relay.ts';
import { BUSY_MS, DueSweeps } from '../../src/platform/runner/due-sweeps.ts';
import { systemClock } from '../../src/platform/process/system-ports.ts';
import { invariant } from '../../src/platform/runner/refused.ts';
import type { PlanCase } from '../cases/case.ts';
import { copiesOf } from '../cases/places.ts';
import { PLANNED_KEY } from './played.ts';
import { PROCESS_CASES } from './process-cases.ts';

const MESSAGES = Array.from({ length: 50 }, (_, n) => `cht_7${String(9_999_000 - n).padStart(25, '0')}`);

/** Facts of this topic that are published without a body: the presenter fills it in. */
function factCase(topic: string, type: string, subjects: readonly string[]): PlanCase {
  return {
    about: `facts of ${topic}`,
    limit: subjects.length,
    run: async ({ features, deps, clock }) => {
      const presenter = features.flatMap((feature) => feature.presenters ?? []).find((each) => each.topic === topic);
      invariant(presenter, `${topic} has no presenter`);
      const facts = subjects.map((subject) => ({ subject, version: 1, type, at: clock.now() }));
      await presenter.present(deps.db, facts);
    },
  };
}

/** What a feature reports to monitoring, every few seconds. It counts at most a thousand rows of a kind. */
function gaugesCase(name: string): PlanCase {
  return {
    about: `gauges of ${name}`,
    limit: 1_000,
    run: async ({ features }) => {
      const feature = features.find((each) => each.name === name);
      invariant(feature?.gauges, `${name} has no gauges`);
      await feature.gauges();
    },
  };
}

export const LIVE_CASES: readonly PlanCase[] = [
  ...SAMPLES.map(({ game }, at) => factCase(game, `${game}.settled`, copiesOf(at, 10, 1_000))),
  factCase('chat', 'chat.posted', MESSAGES),
  ...PROCESS_CASES,
  ...['transparency', 'fair', 'trades', 'crypto', 'solvency', 'breakers'].map(gaugesCase),
  {
    about: 'which sweeps are due',
    limit: 1,
    run: async ({ features, deps, clock }) => {
      const stop = new AbortController();
      const sweeps = features.flatMap((feature) => feature.sweeps ?? []);
      invariant(sweeps.filter(({ due }) => due !== undefined).length > 10, 'sweeps are asked');
      const due = new DueSweeps({ ...deps, clock, sweeps });
      const looking = due.run(stop.signal);
      await clock.advance(3 * BUSY_MS);
      stop.abort();
      await looking;
    },
  },
  {
    about: 'the relay',
    limit: 1,
    run: async ({ deps }) => {
      const relay = new Relay({
        ...deps,
        clock: systemClock,
        presenters: [],
        publish: () => undefined,
        signal: () => undefined,
        busy: () => false,
      });
      await relay.poll();
    },
  },
  {
    about: 'sessions',
    limit: 128,
    run: async ({ deps, played }) => {
      const others = [...'0123456789abcdef'].map((digit) => digit.repeat(64));
      const found = await liveSessions(deps.db, [...others, played.sessionId], deps.clock.now() + 10 * 60_000, 'demo');
      invariant(found.at(-1), 'a session is found');
    },
  },
  {
    about: 'sessions',
    variant: 'of an API key, with its use noted',
    limit: 2,
    run: async ({ deps }) => {
      const found = await keyResolver(deps)(PLANNED_KEY, '198.51.100.9');
      invariant(found, 'the key is found');
    },
  },
];
