/** How a round is made fair, in plain words and in order. Called by the fair-play page. */
import { Dices, KeyRound, Lock, Radio, Stamp } from 'lucide-react';

const MOMENTS = [
  {
    icon: Stamp,
    when: 'Before any stake',
    title: 'We seal a secret',
    text: 'A random secret is made and its fingerprint, the hash, is shown. From here on we cannot exchange it: another secret has another hash.',
  },
  {
    icon: Lock,
    when: 'At the lock',
    title: 'The stakes are closed',
    text: 'Who staked how much goes into one record. It names a round of a public random beacon that does not exist yet, by a formula from the time.',
  },
  {
    icon: Radio,
    when: '6 to 18 seconds later',
    title: 'The beacon speaks',
    text: 'drand is a network of independent organisations that sign one number every 3 seconds. Nobody can know it early or choose it; its signature proves it.',
  },
  {
    icon: Dices,
    when: 'At once',
    title: 'A ticket is drawn',
    text: 'Secret, beacon and stakes are mixed into a key, and the key draws the tickets. Where one cent is one ticket, your chance is your share of the pot.',
  },
  {
    icon: KeyRound,
    when: 'With the result',
    title: 'The secret is opened',
    text: 'Now everyone holds all the inputs and can repeat the draw. Your browser does so by itself for every round you watch, with our server out of the way.',
  },
] as const;

export function ProtocolTimeline() {
  return (
    <>
      <Moments />
      <p className="max-w-[90ch] text-sm text-fg-2">
        <strong className="text-fg">Case battles</strong> go the same way with two differences. The lock names a block
        of the EOS chain as well, six blocks ahead, and the beacon round comes at least nine seconds after that block:
        nobody, its producer included, can know both. And each opened case draws a ticket of its own, from a table of
        weights that stands in the lock and in the public log; a tie draws one more, with equal chances.
      </p>
    </>
  );
}

function Moments() {
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
          <p className="text-sm text-fg-2">{text}</p>
        </li>
      ))}
    </ol>
  );
}
