/** Fails if files of `src` import each other in a circle. Imports of types count, which ESLint's rules leave out. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

const files = readdirSync('src', { recursive: true })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => join('src', file));
const importsOf = new Map(files.map((file) => [file, read(file)]));
const state = new Map();
const circles = files.flatMap((file) => follow(file, []));
for (const circle of circles) console.error(`imports in a circle: ${circle.join(' -> ')}`);
process.exitCode = circles.length > 0 ? 1 : 0;

function read(file) {
  return ts
    .preProcessFile(readFileSync(file, 'utf8'))
    .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => sourceOf(join(dirname(file), fileName)));
}

function sourceOf(imported) {
  const source = imported.replace(/\.js$/, '.ts');
  return files.includes(source) ? source : `${source}x`;
}

/** The circles that the first visit of a file closes. */
function follow(file, path) {
  if (state.get(file) === 'open') return [[...path.slice(path.indexOf(file)), file]];
  if (state.get(file) === 'done') return [];
  state.set(file, 'open');
  const found = (importsOf.get(file) ?? []).flatMap((next) => follow(next, [...path, file]));
  state.set(file, 'done');
  return found;
}
