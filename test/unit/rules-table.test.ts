/** The table of `test/protocol/RULES.md` names tests that are there. */
import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

type NamedTest = { rule: string; file: string };

const RULE = /^[a-z]+(?:[A-Z][a-z]+)*$/;
const IMPORTED = /from '(\.[^']*)\.js'/g;
const FILES = readdirSync('test', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

/** A row without a rule is of the rule above it. */
function namedTests(table: string): NamedTest[] {
  let rules: string[] = [];
  return table.split('\n').flatMap((line) => {
    const [, names, , tests] = line.split('|').map((cell) => cell.trim());
    if (tests === undefined) return [];
    if (names)
      rules = names
        .replace(/\(.*\)|\*/g, '')
        .split(', ')
        .map((name) => name.trim())
        .filter((name) => RULE.test(name));
    const files = [...tests.matchAll(/`([\w/*().-]+\/[\w/*().-]+)`/g)].map(([, file]) => String(file));
    return rules.flatMap((rule) => files.map((file) => ({ rule, file })));
  });
}

/** `*` stands for any name, and what is in parentheses may be absent. */
function filesOf(named: string): string[] {
  const pattern = named
    .replaceAll('.', '\\.')
    .replaceAll('*', '[\\w-]+')
    .replace(/\(([^)]*)\)/, '(?:$1)?');
  return FILES.filter((file) => new RegExp(`^${pattern}\\.ts$`).test(file));
}

/** With all that it imports of the tests: a contract is run by the file of each adapter. */
function textOf(file: string, seen = new Set<string>()): string {
  if (!FILES.includes(file) || seen.has(file)) return '';
  seen.add(file);
  const text = readFileSync(`test/${file}`, 'utf8');
  const imported = [...text.matchAll(IMPORTED)].map(([, path]) => join(dirname(file), `${path}.ts`));
  return text + imported.map((path) => textOf(path, seen)).join('');
}

describe('the table of the rules of the protocol', () => {
  const named = namedTests(readFileSync('test/protocol/RULES.md', 'utf8'));

  it('names a test of each rule', () => {
    expect(named).to.have.length.above(60);
  });

  for (const { rule, file } of named) {
    it(`names tests of ${rule} in ${file} whose titles begin with the rule`, () => {
      const found = filesOf(file);
      expect(found).not.to.be.empty;
      const title = new RegExp(`['"\`](?:\\w+, )*${rule}(?:, \\w+)*: `);
      for (const each of found) expect(title.test(textOf(each)), each).to.equal(true);
    });
  }
});
