/** Texts of /developers. */

export const texts = {
  title: 'Developers',
  lead: 'Your program makes the calls that this site makes: it reads, follows live, and plays within your limits.',
  document: 'OpenAPI document',

  start: {
    title: 'Get started',
    key: 'Create an API key on your profile. It is shown once.',
    keyLink: 'API keys',
    call: 'Make a call:',
    client: 'Or use the typed client, which retries safely and follows live topics:',
    bot: 'An example bot for coinflips is in the package, in examples/.',
    verify: 'Verify a result without this site, in a checkout of the sources. The reader in Python has 149 lines:',
    copy: 'Copy the example',
  },

  rules: {
    title: 'What a key can do',
    read: 'Read',
    readText: 'Your balance, items, history, orders and live events.',
    play: 'Play',
    playText: 'Stake in games. Your limits, breaks and exclusions apply, and your name shows API in that game.',
    playDemo: 'Works in this demo.',
    playLive: 'Works where the operator allows it.',
    never: 'Never',
    neverText: 'Deposit, withdraw, trade, change settings or create keys.',
    limits: 'Rate limits',
    limitsText: (max: number, seconds: number) =>
      `${max} calls in ${seconds} seconds for each key, and a limit of each call. ` +
      'Every answer to a key has RateLimit and RateLimit-Policy; a 429 says in Retry-After when to try again.',
    repeat: 'Repeat safely',
    repeatText: 'Send the same Idempotency-Key when you repeat a command: it has one effect.',
    live: 'Live topics',
    liveText:
      'Socket.IO at /api/socket.io, with the same Authorization header: games, chat, and “player” for your own events.',
    verify: 'Verify results',
    verifyText: 'Every round can be recomputed from public data, step by step or on your own machine.',
    verifyLink: 'Fairplay',
    checker: 'checker.html',
  },

  reference: {
    title: 'Reference',
    search: 'Search calls',
    which: 'Calls',
    forKeys: 'With a key',
    all: 'All calls',
    none: 'No call matches',
    noneText: 'Try another word, or show all calls.',
    count: (n: number) => `${n} ${n === 1 ? 'call' : 'calls'}`,
    access: { public: 'Public', read: 'Read', play: 'Play', session: 'Signed in only' },
    parameters: 'Parameters',
    required: 'required',
    body: 'Body',
    answer: 'Answer: response',
    refusals: 'Refusals',
  },

  trying: {
    title: 'Try it',
    key: 'API key',
    keyHint: 'Stays on this page. Without one: public calls.',
    keyPlaceholder: 'fp_…',
    onlyReads: 'Commands can be tried in a demo only.',
    send: 'Send',
    badBody: 'The body is not JSON.',
    failed: 'The server cannot be reached. Try again.',
    result: 'Answer',
    more: 'The rest is not shown.',
  },
} as const;
