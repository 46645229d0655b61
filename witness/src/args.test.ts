import { expect, test } from 'vitest';
import { parseRequest } from './args.ts';
import { LOG_KEY } from './log.fixture.ts';

test('parses the arguments', () => {
  expect(parseRequest(['--help'])).toBeNull();
  expect(parseRequest(['--log', LOG_KEY])).toEqual({
    name: null,
    logs: [LOG_KEY],
    site: null,
    client: true,
    host: '127.0.0.1',
    port: 7470,
    keyFile: 'witness.key',
    stateFile: 'witness.state',
  });
  expect(parseRequest(['--site', 'https://x.example', '--listen', '[::1]:0'])).toMatchObject({ host: '::1', port: 0 });
  expect(parseRequest(['--site', 'https://x.example', '--no-client'])).toMatchObject({ client: false });
});

test.each([
  ['no log', [], 'name a log'],
  ['a key that is none', ['--log', 'x'], 'not a verifier key'],
  ['a site that is none', ['--site', 'x'], 'not an http'],
  ['a name with a plus', ['--site', 'http://x', '--name', 'a+b'], 'no spaces'],
  ['no port', ['--site', 'http://x', '--listen', 'localhost'], 'not HOST:PORT'],
  ['a port that is none', ['--site', 'http://x', '--listen', 'localhost:70000'], 'not HOST:PORT'],
  ['an unknown option', ['--sites', 'x'], 'Unknown option'],
])('%s is refused', (_name, argv, problem) => {
  expect(() => parseRequest(argv)).toThrow(problem);
});
