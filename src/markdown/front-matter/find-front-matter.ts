/** The text of front matter, and `whole`: with the marks around it, and the end of its last line. */
export type FoundFrontMatter = { form: 'yaml' | 'toml' | 'json'; whole: string; source: string };

const YAML = /^---[ \t]*\n([^]*?\n)??(?:---|\.\.\.)[ \t]*(?:\n|$)/;
const TOML = /^\+\+\+[ \t]*\n([^]*?\n)??\+\+\+[ \t]*(?:\n|$)/;
/** A key in quotation marks and a colon, or no key at all. */
const JSON_START = /^\{\s*(?:"(?:[^"\\\n]|\\[^\n])*"\s*:|\}[ \t]*(?:\n|$))/;
const JSON_LEXEME = /"(?:[^"\\]|\\[^])*(?:"|$)|[{}[\]]/g;

/**
 * The first line that is not blank and no comment has a key: in quotation marks, or with a letter or digit at its start
 * and without marks of Markdown, or it is `$schema`. It may be indented by less than code is.
 */
export const FIRST_KEY =
  /^(?:[ \t]*(?:#[^\n]*)?\n)*[ ]{0,3}(?:(?:(?:"(?:[^"\\\n]|\\[^\n])*"|'(?:[^'\n]|'')*')[ \t]*|(?:[\p{L}\p{M}\p{N}_]|\$schema)[^\n:[\]()<>*`]*):(?:[ \t]|\n)|\{)/u;
/** Whatever stands before: who may see the file must not depend on what is front matter. */
export const SAYS_WHO_SEES = /^[ \t]*["']?(?:draft|published|visibility|quire)["']?[ \t]*:(?:[ \t]|$)/im;
/** What may have been meant as front matter, blank lines before it included. */
const OPENING = /^\s*(?:---|\+\+\+|\{)[^\n]*/;
const CLOSING = /^(?:---+|\.\.\.|\+\+\++|\})[ \t]*$/;
/** Of what is not closed. */
const LOOKED_AT_LINES = 20;
/** Characters behind the first line. */
const LOOKED_AT = 16 * 1024;
/** Words that mean `false` in any generator, for a regular expression. */
export const FALSE_WORDS = 'false|no|off|n|0';
const IS_FALSE = `[ \\t]*["']?(?:${FALSE_WORDS})\\b`;
/** A key of YAML, TOML or JSON with a value that makes a file private, at the start of a line or of a mapping. */
const SAYS_PRIVATE = new RegExp(
  '(?:^|[{,])[ \\t]*(?:[?&!]\\S{0,100}[ \\t]+)?["\']?(?:' +
    `draft["']?\\s*[:=](?!${IS_FALSE}|[ \\t]*$)|` +
    `(?:published|quire)["']?\\s*[:=]${IS_FALSE}|` +
    'visibility["\']?\\s*[:=][ \\t]*["\']?private\\b)',
  'im',
);
const FIRST_TOML_KEY = /^(?:[ \t]*(?:#[^\n]*)?\n)*[ \t]*(?:["'\w-][^\n=]*=|\[)/;
const ONLY_COMMENTS = /^(?:[ \t]*(?:#[^\n]*)?\n)*$/;

/**
 * In a normalised text. A rule at its start is not front matter unless keys, comments or nothing, and another rule
 * follow. `mostJson`: characters of JSON that are looked through.
 */
export function findFrontMatter(text: string, mostJson: number): FoundFrontMatter | undefined {
  return findYaml(text) ?? findToml(text) ?? findJson(text, mostJson);
}

/** Whether a text without front matter begins with lines that may have been meant as such, and that make it private. */
export function meansPrivate(text: string): boolean {
  const [opening] = OPENING.exec(text) ?? [];
  if (opening === undefined) return false;
  const [, ...lines] = text.slice(opening.length, opening.length + LOOKED_AT).split('\n');
  const end = lines.findIndex((line) => CLOSING.test(line));
  const some = lines.slice(0, end === -1 ? LOOKED_AT_LINES : end);
  return SAYS_PRIVATE.test([opening.trimStart().slice(0, LOOKED_AT), ...some].join('\n'));
}

/** Whether there is more than comments. */
export function hasKeys(source: string): boolean {
  return !ONLY_COMMENTS.test(source);
}

function findYaml(text: string): FoundFrontMatter | undefined {
  const [whole, source = ''] = YAML.exec(text) ?? [];
  const isYaml = !hasKeys(source) || FIRST_KEY.test(source) || SAYS_WHO_SEES.test(source);
  return whole !== undefined && isYaml ? { form: 'yaml', whole, source } : undefined;
}

function findToml(text: string): FoundFrontMatter | undefined {
  const [whole, source = ''] = TOML.exec(text) ?? [];
  const isToml = !hasKeys(source) || FIRST_TOML_KEY.test(source);
  return whole !== undefined && isToml ? { form: 'toml', whole, source } : undefined;
}

function findJson(text: string, most: number): FoundFrontMatter | undefined {
  if (!JSON_START.test(text)) return undefined;
  const source = text.slice(0, endOfJson(text.slice(0, most + 1)));
  const [rest = ''] = /^[ \t]*(?:\n|$)/.exec(text.slice(source.length)) ?? [];
  return { form: 'json', whole: source + rest, source };
}

/** After the brace that closes the first one; if none does, the end. */
function endOfJson(text: string): number {
  let depth = 0;
  for (const { 0: lexeme, index } of text.matchAll(JSON_LEXEME)) {
    if (lexeme === '{' || lexeme === '[') depth += 1;
    else if (lexeme === '}' || lexeme === ']') depth -= 1;
    if (depth === 0) return index + 1;
  }
  return text.length;
}
