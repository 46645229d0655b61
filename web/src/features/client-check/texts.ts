/** Texts of the check of the client: the panel on the Fairplay page, and the notices. */
export const texts = {
  title: 'The code of this page',
  about:
    'A service worker in your browser stands between this page and the network. It lets in only files of a version ' +
    'that is in the public log, compares each file with the hash that the version names, and blocks all other code.',

  state: {
    checking: 'Asking the service worker…',
    absent: 'Not active in this tab yet. It starts with the next page that you open.',
    unsupported: 'This browser does not run service workers here. Use the client command above instead.',
    active: (since: string) => `Active since ${since}. Every file of this page was compared with the public log.`,
    unwatched: (since: string) =>
      `Active since ${since}. The site names no witness: only its own signature is required.`,
  },

  versions: 'Versions that this browser verified',
  version: (hash: string) => `Version ${hash}`,
  current: 'this page',
  leaf: (index: string) => `leaf ${index}`,
  commit: (commit: string) => `commit ${commit}`,
  noCommit: 'commit unknown',
  cosigned: (names: string) => `cosigned by ${names}`,

  notice: {
    new: 'A new version. Its files are in the public log.',
    older: 'The site went back to an older version. Its files are in the public log.',
  },

  limitsTitle: 'What a service worker cannot do',
  limits: [
    'It cannot judge a first visit: the site itself serves the worker, the log key and the list of witnesses.',
    'The site can replace it: a browser fetches a newer worker past the old one. It is a file of the version, ' +
      'so the check from outside compares it too.',
    'It does not judge pictures and data: they run no code.',
    'Another browser, a private window or cleared site data starts over with a first visit.',
  ],
} as const;
