import { gather } from '../../../scripts/corpus/gather.js';
import { npm, pip, type Source } from '../../../scripts/corpus/sources.js';
import { projectRoot } from '../../../scripts/stack/project-root.js';
import { join } from 'node:path';

/** Repositories whose packages hold their Markdown with all that it refers to. */
export const SOURCES: readonly Source[] = [
  { name: 'fastify', dialect: 'GFM', origin: npm('fastify@5.12.8'), folder: 'package' },
  { name: 'undici', dialect: 'GFM', origin: npm('undici@8.13.1'), folder: 'package' },
  { name: 'markdownlint', dialect: 'GFM', origin: npm('markdownlint@0.42.1'), folder: 'package' },
  { name: 'npm', dialect: 'Gatsby', origin: npm('npm@11.21.2'), folder: 'package/docs/content' },
  { name: 'gitbook', dialect: 'GitBook', origin: npm('gitbook@3.2.3'), folder: 'package' },
  { name: 'hatch', dialect: 'MkDocs', origin: pip('hatch==1.18.2'), folder: 'hatch-1.18.2/docs' },
  {
    name: 'pymdown',
    dialect: 'MkDocs',
    origin: pip('pymdown-extensions==13.1'),
    folder: 'pymdown_extensions-13.1/docs/src/markdown',
  },
  { name: 'jupyterhub', dialect: 'MyST', origin: pip('jupyterhub==6.1.1'), folder: 'jupyterhub-6.1.1/docs/source' },
];

/** The folders of those whose packages could be had. They are kept between two runs. */
export async function gatherAll(signal: AbortSignal): Promise<Map<Source, string>> {
  const context = { root: join(projectRoot(), '.stack/corpus'), project: projectRoot(), signal };
  const gathered = await Promise.allSettled(SOURCES.map(async (source) => gather(source, context)));
  return new Map(
    SOURCES.flatMap((source, at): [Source, string][] => {
      const found = gathered[at];
      if (found?.status === 'fulfilled') return [[source, found.value]];
      process.stdout.write(`      ${source.name} is left out: ${String(found?.reason)}\n`);
      return [];
    }),
  );
}
