/** Texts of the pages that the worker draws, and of its notifications. */
import type { PushMessage } from '@fairpot/contract/notifications/push/calls';
import type { Problem } from './state.ts';

const short = (hash: string) => `${hash.slice(0, 16)}…`;

export const texts = {
  site: 'Fairpot',

  blocked: {
    title: 'This browser blocked the page',
    lead: 'The site served code that this browser could not find in the public log. None of it ran.',
    waitTitle: 'This version is not confirmed yet',
    waitLead:
      'The site serves a version that no witness has confirmed in the public log. None of it ran. ' +
      'A confirmation follows a new version within seconds.',
    happened: 'What happened',
    todo: 'What to do',
    steps: [
      'Until this page is gone, do not sign in and do not send money or items. Your stakes stay recorded.',
      'Try again in some minutes: the site may be in the middle of an update.',
      'Ask the site from outside with this command in a checkout of the sources, also over another connection. ' +
        'Keep its output as evidence.',
    ],
    command: 'Command',
    retry: 'Try again',
    howTo: 'How to check the client',
    startOver: 'Start over',
    startOverText:
      'If the site explained a new log key in a place that you trust, you can start over. This browser then forgets ' +
      'what it knows of the log, and trusts the site as at a first visit.',
    at: (time: string) => `Blocked ${time}`,
  },

  problem: (problem: Problem): string => {
    switch (problem.kind) {
      case 'changed':
        return (
          `The file ${problem.file} came with bytes that no version in the public log has ` +
          `(sha256 ${problem.found}).`
        );
      case 'unlogged':
        return `The site serves version ${short(problem.build)}, which it did not announce in the public log.`;
      case 'unwitnessed':
        return (
          `The site announced version ${short(problem.build)}, but no head of the log over it carries the ` +
          'signatures of the witnesses that this browser knows.'
        );
      case 'contradicted':
        return `What the site shows about version ${short(problem.build)} does not hold: ${problem.why}.`;
    }
  },

  offline: {
    title: 'The site cannot be reached',
    lead: 'You are offline, or the site does not answer. Your stakes and balance are safe: they are on the server.',
    seenTitle: 'Last known state',
    seenNote: 'Not live. This browser saw it before the connection was lost.',
    nothing: 'This browser has not seen anything yet.',
    account: 'Your balance',
    jackpot: 'Jackpot',
    coinflip: 'Coinflip',
    accountOf: (name: string, sum: string) => `${sum}, ${name}`,
    pot: (sum: string, entries: number) => `${sum} in ${entries} ${entries === 1 ? 'entry' : 'entries'}`,
    games: (count: number) => `${count} open or running ${count === 1 ? 'game' : 'games'}`,
    retry: 'Try again',
  },

  push: {
    offer: 'A trade offer waits for you at Steam',
    deposited: 'Your deposit has arrived',
    withdrawn: 'Your withdrawal is complete',
    returned: 'Your withdrawal was not completed',
    battleOver: 'Your case battle is over',
  } satisfies Record<PushMessage, string>,

  howTo: {
    title: 'Check the client',
    lead:
      'The site itself serves the code that verifies your rounds. These steps show whether everyone is served the ' +
      'same code, and whether it comes from the published sources. Run them in a checkout of the sources, after ' +
      'npm ci.',
    steps: [
      ['Ask as several kinds of browser', 'npm run verify -- --client SITE --log-key KEY'],
      ['Build it from the commit that the output names', 'git checkout COMMIT && npm ci && npm run build:client'],
      ['Compare both', 'npm run verify -- --client SITE --log-key KEY --from-source .'],
    ],
    notes: [
      'The key in the commands is the one that the site named at your first visit. Compare it with a witness.',
      'A site can choose by address. Ask over another connection too: a phone, a VPN, Tor.',
      'Without a command line: checker.html verifies a round, the log or a statement from your disk.',
    ],
    limits: 'What a service worker cannot do',
    back: 'Back to the site',
  },
} as const;
