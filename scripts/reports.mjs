/** Reads the JSON reports of vitest and Playwright: how many tests passed, and for each failure the first lines of its reason. */
import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** Lines of a failure that are printed again at the end: what was expected, and where. */
const LINES = 8;
const COLUMNS = 240;

/** A vitest report. `failures`: one text each. Empty if there is no report. */
export function vitestReport(file) {
  if (!existsSync(file)) return { passed: 0, failures: [] };
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const failures = report.testResults.flatMap(({ name, message, status, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [shortened(name, message)] : [];
    return failed.map((test) => shortened(`${name} > ${test.fullName}`, test.failureMessages.join('\n')));
  });
  return { passed: report.numPassedTests, failures };
}

/** A Playwright report; a flaky journey counts as failed. */
export function journeyReport(file) {
  if (!existsSync(file)) return { passed: 0, failures: [] };
  const { stats, suites, errors } = JSON.parse(readFileSync(file, 'utf8'));
  const specs = suites.flatMap(specsOf);
  const failures = specs.flatMap(({ file: at, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => shortened(`${at} > ${title}`, messagesOf(results.flatMap((result) => result.errors)))),
  );
  return {
    passed: stats.expected,
    failures: [...failures, ...errors.map((error) => shortened('', messagesOf([error])))],
  };
}

function specsOf(suite) {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)];
}

function messagesOf(errors) {
  return errors
    .map(({ message, location }) => `${message ?? ''}\nat ${location?.file ?? '?'}:${location?.line ?? '?'}`)
    .join('\n');
}

function shortened(name, message) {
  const lines = stripVTControlCharacters(String(message ?? '')).split('\n');
  const said = lines.map((line) => line.trimEnd()).filter((line) => line.trim() !== '');
  const kept = said.length > LINES ? [...said.slice(0, LINES - 1), said.at(-1)] : said;
  return [name, ...kept.map((line) => `    ${line.slice(0, COLUMNS)}`)].join('\n');
}
