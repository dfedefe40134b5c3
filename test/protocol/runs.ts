import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../../scripts/stack/project-root.js';
import { modelOf } from './models.js';

export const MODEL_FOLDER = join(projectRoot(), 'test/protocol');

/** One line of `runs.txt`. */
export interface ModelRun {
  /** `holds`, or the name of the property that must be found broken; undefined: nothing is expected. */
  readonly expected: string | undefined;
  /** A module or scenario, then `CONSTANT=VALUE`, `Broken=RULE` or `Live`. */
  readonly text: string;
}

export interface Configuration {
  readonly module: string;
  /** In TLC's own language. */
  readonly text: string;
  /** The temporal property that is checked; TLC does not name it when it is broken. */
  readonly liveness: string | undefined;
}

export async function readRuns(): Promise<ModelRun[]> {
  const lines = (await readFile(join(MODEL_FOLDER, 'runs.txt'), 'utf8')).split('\n');
  return lines
    .filter((line) => /^\w/.test(line))
    .map((line) => {
      const [expected, ...words] = line.trim().split(/\s+/);
      return { expected, text: words.join(' ') };
    });
}

/** The lines that have all these words; where none has, the words themselves as a run that expects nothing. */
export async function selectRuns(words: readonly string[]): Promise<ModelRun[]> {
  const runs = (await readRuns()).filter(({ text }) => words.every((word) => text.split(' ').includes(word)));
  return runs.length > 0 ? runs : [{ expected: undefined, text: words.join(' ') }];
}

export function configurationOf({ text }: ModelRun): Configuration {
  const [name = '', ...options] = text.split(' ');
  const { module, invariants, properties, view, ...model } = modelOf(name);
  const constants = { ...model.constants, ...Object.fromEntries(options.flatMap(constantIn)) };
  const liveness = options.includes('Live') ? model.liveness : undefined;
  const lines = [
    `SPECIFICATION ${liveness === undefined ? 'Spec' : 'FairSpec'}`,
    'CONSTANTS',
    ...Object.entries(constants).map(assignment),
    ...(view === undefined ? [] : [`VIEW ${view}`]),
    ...section('INVARIANTS', invariants),
    ...section('PROPERTIES', liveness === undefined ? properties : [...properties, liveness]),
  ];
  return { module, text: `${lines.join('\n')}\n`, liveness };
}

/** What stands for a sequence or a set of requests is defined in the module; any other word is a string. */
function constantIn(option: string): [string, string][] {
  const [, name, value] = /^(\w+)=(.*)$/.exec(option) ?? [];
  if (name === undefined || value === undefined) return [];
  if (name === 'Queues' || name === 'DocOf' || name === 'Requests') return [[name, `<- ${value}`]];
  return [[name, /^[a-z]/i.test(value) && !/^(TRUE|FALSE)$/.test(value) ? `"${value}"` : value]];
}

function assignment([name, value]: [string, string]): string {
  return value.startsWith('<-') ? `  ${name} ${value}` : `  ${name} = ${value}`;
}

function section(title: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [title, ...names.map((name) => `  ${name}`)];
}
