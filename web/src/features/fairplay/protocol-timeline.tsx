/** How a round is made fair, in plain words and in order. Called by the fair-play page. */
import { Dices, KeyRound, Lock, Radio, Stamp } from 'lucide-react';

/** What the beacon is worth depends on who makes it: told for the beacon that this server really uses. */
const BEACON = {
  real:
    'drand is a network of independent organisations that sign one number every 3 seconds. Nobody can know it ' +
    'early or choose it; its signature proves it.',
  simulated:
    'In this demo the site itself plays the beacon: it signs one number every 3 seconds as drand does, and ' +
    'could know it early. The signature is checked all the same. With real value it is drand, a network of ' +
    'independent organisations: there nobody can know the number early or choose it.',
} as const;

const MOMENTS = [
  {
    icon: Stamp,
    when: 'Before any stake',
    title: 'We seal a secret',
    text:
      'A random secret is made and its fingerprint, the hash, is shown. From here on we cannot exchange it: ' +
      'another secret has another hash.',
  },
  {
    icon: Lock,
    when: 'At the lock',
    title: 'The stakes are closed',
    text:
      'Who staked how much goes into one record. It names a round of a public random beacon that does not exist ' +
      'yet, by a formula from the time, and holds the secret itself, sealed to that round.',
  },
  {
    icon: Radio,
    when: '6 to 18 seconds later',
    title: 'The beacon speaks',
    text: BEACON,
  },
  {
    icon: Dices,
    when: 'At once',
    title: 'A ticket is drawn',
    text:
      'The beacon opens the sealed secret, for everyone. Secret, beacon and stakes are mixed into a key, and the ' +
      'key draws the tickets. Where one cent is one ticket, your chance is your share of the pot.',
  },
  {
    icon: KeyRound,
    when: 'With the result',
    title: 'Your browser checks it',
    text:
      'It repeats the draw of every round you watch. If we stay silent, it asks the beacon, opens the seal and ' +
      'shows you the result without us. So no result can be hidden.',
  },
] as const;

export interface ProtocolTimelineProps {
  /** Whether this server plays the beacon itself, as in a demo. */
  readonly simulated: boolean;
}

export function ProtocolTimeline({ simulated }: ProtocolTimelineProps) {
  return (
    <>
      <Moments simulated={simulated} />
      <p className="max-w-[90ch] text-sm text-fg-2">
        <strong className="text-fg">Case battles</strong> go the same way. They start 6 to 9 seconds after the last seat
        is taken. Each opened case draws a ticket of its own, from a table of prices and weights that stands in the lock
        and in the public log; a tie draws one more, with equal chances. The lock also holds the newest EOS block that
        two nodes agreed on, if there was one: it shows that the record is not older than that block, and no result
        rests on it.
      </p>
    </>
  );
}

function Moments({ simulated }: ProtocolTimelineProps) {
  return (
    <ol className="grid gap-px overflow-hidden rounded-lg border border-line bg-line lg:grid-cols-5">
      {MOMENTS.map(({ icon: Icon, when, title, text }, at) => (
        <li key={title} className="grid content-start gap-2 bg-ink-2 p-4">
          <span className="flex items-center justify-between text-fg-3">
            <Icon aria-hidden size={20} className="text-volt" />
            <span className="text-xl font-black text-fg-3">{at + 1}</span>
          </span>
          <span className="text-xs font-semibold text-fg-2">{when}</span>
          <h3 className="text-base font-extrabold">{title}</h3>
          <p className="text-sm text-fg-2">
            {typeof text === 'string' ? text : simulated ? text.simulated : text.real}
          </p>
        </li>
      ))}
    </ol>
  );
}
