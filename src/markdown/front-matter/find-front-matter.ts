/** The text of front matter, and `whole`: with the marks around it, and the end of its last line. */
export type FoundFrontMatter = { form: 'yaml' | 'toml' | 'json'; whole: string; source: string };

const YAML = /^---[ \t]*\n([^]*?\n)??(?:---|\.\.\.)[ \t]*(?:\n|$)/;
const TOML = /^\+\+\+[ \t]*\n([^]*?\n)??\+\+\+[ \t]*(?:\n|$)/;
/** A key in quotation marks and a colon, or no key at all. */
const JSON_START = /^\{\s*(?:"(?:[^"\\\n]|\\[^\n])*"\s*:|\}[ \t]*(?:\n|$))/;
const JSON_LEXEME = /"(?:[^"\\]|\\[^])*(?:"|$)|[{}[\]]/g;

/**
 * The first line that is not blank and no comment has a key: in quotation marks, or with a letter or digit at its start
 * and without marks of Markdown. It may be indented by less than code is.
 */
export const FIRST_KEY =
  /^(?:[ \t]*(?:#[^\n]*)?\n)*[ ]{0,3}(?:(?:(?:"(?:[^"\\\n]|\\[^\n])*"|'(?:[^'\n]|'')*')[ \t]*|[\p{L}\p{M}\p{N}_][^\n:[\]()<>*`]*):(?:[ \t]|\n)|\{)/u;
/** Whatever stands before: who may see the file must not depend on what is front matter. */
export const SAYS_WHO_SEES = /^[ \t]*["']?(?:draft|published|visibility|quire)["']?[ \t]*:(?:[ \t]|$)/im;
const FIRST_TOML_KEY = /^(?:[ \t]*(?:#[^\n]*)?\n)*[ \t]*(?:["'\w-][^\n=]*=|\[)/;
const ONLY_COMMENTS = /^(?:[ \t]*(?:#[^\n]*)?\n)*$/;

/**
 * In a normalised text. A rule at its start is not front matter unless keys, comments or nothing, and another rule
 * follow. `mostJson`: characters of JSON that are looked through.
 */
export function findFrontMatter(text: string, mostJson: number): FoundFrontMatter | undefined {
  return findYaml(text) ?? findToml(text) ?? findJson(text, mostJson);
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
