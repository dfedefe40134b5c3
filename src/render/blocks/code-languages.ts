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
import type { ViewedBlock } from '../viewed-document.js';

export type CodeParser = StreamParser<unknown>;

/** Code of a language without a parser is shown as written. */
type KnownLanguage = { label: string; parser?: CodeParser };

/** `name`: as the block has it, in small letters. `label`: what the language is called. */
export type CodeLanguage = KnownLanguage & { name: string };

const LANGUAGES: readonly (readonly [label: string, names: string, parser: CodeParser])[] = [
  ['C', 'c h', c],
  ['C++', 'c++ cpp cc cxx hpp', cpp],
  ['C#', 'c# cs csharp', csharp],
  ['CSS', 'css', css],
  ['Diff', 'diff patch', diff],
  ['Go', 'go golang', go],
  ['HTML', 'html htm', html],
  ['Java', 'java', java],
  ['JavaScript', 'javascript js jsx mjs cjs node', javascript],
  ['JSON', 'json jsonc json5', json],
  ['Kotlin', 'kotlin kt', kotlin],
  ['Python', 'python py python3', python],
  ['Ruby', 'ruby rb', ruby],
  ['Rust', 'rust rs', rust],
  ['Shell', 'shell bash sh zsh', shell],
  ['SQL', 'sql', standardSQL],
  ['TOML', 'toml', toml],
  ['TypeScript', 'typescript ts tsx mts cts', typescript],
  ['XML', 'xml svg xsd xsl', xml],
  ['YAML', 'yaml yml', yaml],
];

/** The languages with parsers, by their names. */
export const CODE_LANGUAGES: ReadonlyMap<string, KnownLanguage> = new Map(
  LANGUAGES.flatMap(([label, names, parser]) => names.split(' ').map((name) => [name, { label, parser }] as const)),
);

/** Of a language, by any of its names. */
export function parserOf(name: string): CodeParser | undefined {
  return CODE_LANGUAGES.get(name)?.parser;
}

const LANGUAGE_NAME = /^[a-z0-9+#._-]{1,40}$/i;

/** The language that the metadata of a block of code names; undefined if it names none. */
export function languageOfCode({ metadata }: ViewedBlock): CodeLanguage | undefined {
  const language = metadata?.['language'];
  if (typeof language !== 'string' || !LANGUAGE_NAME.test(language)) return undefined;
  const name = language.toLowerCase();
  return { name, ...(CODE_LANGUAGES.get(name) ?? { label: language }) };
}
