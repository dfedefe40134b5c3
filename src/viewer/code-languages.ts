import { c, cpp, csharp, java, kotlin } from '@codemirror/legacy-modes/mode/clike';
import { css } from '@codemirror/legacy-modes/mode/css';
import { diff } from '@codemirror/legacy-modes/mode/diff';
import { go } from '@codemirror/legacy-modes/mode/go';
import { javascript, json, typescript } from '@codemirror/legacy-modes/mode/javascript';
import { python } from '@codemirror/legacy-modes/mode/python';
import { ruby } from '@codemirror/legacy-modes/mode/ruby';
import { rust } from '@codemirror/legacy-modes/mode/rust';
import { shell } from '@codemirror/legacy-modes/mode/shell';
import { standardSQL } from '@codemirror/legacy-modes/mode/sql';
import { toml } from '@codemirror/legacy-modes/mode/toml';
import { html, xml } from '@codemirror/legacy-modes/mode/xml';
import { yaml } from '@codemirror/legacy-modes/mode/yaml';
import type { StreamParser } from '@codemirror/streamparser';
import type { ViewedBlock } from './viewed-document.js';

export type CodeParser = StreamParser<unknown>;

/** Code of a language without a reader is shown as written. */
type KnownLanguage = { label: string; reader?: CodeReader };

/** `name`: as the block has it, in small letters. `label`: what the language is called. */
export type CodeLanguage = KnownLanguage & { name: string };

/** `cost`: of each character of the worst code found. */
export type CodeReader = { parser: CodeParser; cost: number };

const CHEAP = 8;
const DEAR = 20;
/** In a process that has run for long, its indentation takes over twice the time. */
const DEAREST = 50;

const LANGUAGES: readonly (readonly [label: string, names: string, parser: CodeParser, cost: number])[] = [
  ['C', 'c h', c, DEAR],
  ['C++', 'c++ cpp cc cxx hpp', cpp, DEAR],
  ['C#', 'c# cs csharp', csharp, DEAR],
  ['CSS', 'css', css, CHEAP],
  ['Diff', 'diff patch', diff, CHEAP],
  ['Go', 'go golang', go, CHEAP],
  ['HTML', 'html htm', html, CHEAP],
  ['Java', 'java', java, DEAR],
  ['JavaScript', 'javascript js jsx mjs cjs node', javascript, DEAR],
  ['JSON', 'json jsonc json5', json, DEAR],
  ['Kotlin', 'kotlin kt', kotlin, CHEAP],
  ['Python', 'python py python3', python, DEAR],
  ['Ruby', 'ruby rb', ruby, CHEAP],
  ['Rust', 'rust rs', rust, CHEAP],
  ['Shell', 'shell bash sh zsh', shell, CHEAP],
  ['SQL', 'sql', standardSQL, CHEAP],
  ['TOML', 'toml', toml, CHEAP],
  ['TypeScript', 'typescript ts tsx mts cts', typescript, DEAR],
  ['XML', 'xml svg xsd xsl', xml, CHEAP],
  ['YAML', 'yaml yml', yaml, DEAREST],
];

/** The languages with readers, by their names. */
export const CODE_LANGUAGES: ReadonlyMap<string, KnownLanguage> = new Map(
  LANGUAGES.flatMap(([label, names, parser, cost]) =>
    names.split(' ').map((name) => [name, { label, reader: { parser, cost } }] as const),
  ),
);

/** The reader of a language, by any of its names. */
export function readerOf(name: string): CodeReader | undefined {
  return CODE_LANGUAGES.get(name.toLowerCase())?.reader;
}

const LANGUAGE_NAME = /^[a-z0-9+#._-]{1,40}$/i;

/** The language that the metadata of a block of code names; undefined if it names none. */
export function languageOfCode({ metadata }: ViewedBlock): CodeLanguage | undefined {
  const language = metadata?.['language'];
  if (typeof language !== 'string' || !LANGUAGE_NAME.test(language)) return undefined;
  const name = language.toLowerCase();
  return { name, ...(CODE_LANGUAGES.get(name) ?? { label: language }) };
}
