import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../../../scripts/stack/project-root.js';
import { readBaseline, readRun, withMarks, type BaselineMarks } from './baseline.js';
import { growthPicture, ratiosPicture, type Bar, type PictureLine } from './picture.js';
import type { Row } from './row.js';

/** The absolute figures that the baseline lacks, in the form of a run. */
type Figures = { rows: readonly Pick<Row, 'key' | 'figure' | 'referenceFigure'>[] };

const P50_OF_SEARCH = /^search\/(\d+)\/p50 of one client$/;
/** One shape of query: the rows without a shape have them all. */
const SHAPE_OF_SEARCH = /^search\/\d+, /;

/** Draws the run in a JSON file, or the baseline with the figures beside it. Returns the paths of the pictures. */
export async function drawPictures(folder: string, runFile?: string): Promise<string[]> {
  const run = runFile === undefined ? undefined : await readRun(runFile);
  const marks = run ? withMarks({}, 'run', [run.rows])['run'] : (await readBaseline())['full'];
  const figures = run ?? (JSON.parse(await readFile(figuresFile(), 'utf8')) as Figures);
  const pictures = [
    ['ratios.svg', ratiosPicture(barsOf(marks ?? {}))],
    ['growth.svg', growthPicture(linesOf(figures))],
  ] as const;
  await mkdir(folder, { recursive: true });
  return Promise.all(
    pictures.map(async ([name, svg]) => {
      const path = join(folder, name);
      await writeFile(path, svg);
      return path;
    }),
  );
}

/** Only rows where more is better, so that right of the line is always good. */
export function barsOf(marks: BaselineMarks): Bar[] {
  return Object.entries(marks)
    .filter(([key, { better }]) => better === 'higher' && !SHAPE_OF_SEARCH.test(key))
    .map(([label, { ratio, low, high }]) => ({ label, ratio, low, high }));
}

export function linesOf({ rows }: Figures): PictureLine[] {
  const found = rows.flatMap(({ key, figure, referenceFigure }) => {
    const heads = P50_OF_SEARCH.exec(key)?.[1];
    return heads === undefined ? [] : [{ heads: Number(heads), figure, referenceFigure }];
  });
  return [
    { name: 'Quire', points: found.map(({ heads, figure }) => ({ heads, milliseconds: figure })) },
    {
      name: 'OpenSearch alone',
      points: found.map(({ heads, referenceFigure }) => ({ heads, milliseconds: referenceFigure })),
    },
  ];
}

function figuresFile(): string {
  return join(projectRoot(), 'test/bench/figures.json');
}
