import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { readConfig, ConfigRefused } from './config.ts';
import { readEnv } from './env.ts';

function fileWith(content: string): string {
  const file = join(temporaryFolder(), 'secret');
  writeFileSync(file, content);
  return file;
}

test('a secret comes from its file, without the line feed that editors add', () => {
  const problems: string[] = [];
  const env = { DATABASE_URL_FILE: fileWith('postgres://db/fairpot\n'), PORT: '' };
  expect(readEnv(env, problems)['DATABASE_URL']).toBe('postgres://db/fairpot');
  expect(readConfig(env).databaseUrl).toBe('postgres://db/fairpot');
  expect(problems).toEqual([]);
});

test.each([
  ['postgres://c/d', { DATABASE_URL: 'postgres://a/b' }, 'set one of them'],
  ['\n', {}, 'is empty'],
  [null, {}, 'DATABASE_URL_FILE: ENOENT'],
])('refuses a file with %j beside %j', (content, env, problem) => {
  const file = content === null ? '/nowhere/secret' : fileWith(content);
  const refused = () => readConfig({ ...env, DATABASE_URL_FILE: file });
  expect(refused).toThrow(ConfigRefused);
  expect(refused).toThrow(problem);
});
