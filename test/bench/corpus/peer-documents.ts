import type { Bench } from '../bench.js';
import { BenchApi } from '../support/api.js';
import { documentBody, newBlocks } from './documents.js';
import { Words } from './words.js';

/** `body`: what created it. */
export type PeerDocument = {
  id: string;
  key: string;
  title: string;
  tags: readonly string[];
  folderId: string;
  body: string;
};

export const PEER_OWNERS = Array.from({ length: 10 }, (_, n) => `peer-${n}`);
const DOCUMENTS_OF_EACH = 1_000;
const FOLDERS_OF_EACH = 10;
const TAGS = 50;
const TAGS_OF_A_DOCUMENT = 3;
const BLOCKS = 10;
const TITLE_WORDS = 5;

/** Creates the 10,000 documents of about 4 KB on which other products were measured. `keys`: of the owners. */
export async function makePeerDocuments(bench: Bench, url: string, keys: Iterable<string>): Promise<PeerDocument[]> {
  const random = bench.random('peers');
  const words = new Words(random);
  const documents: PeerDocument[] = [];
  bench.progress.start('Creating documents', PEER_OWNERS.length * DOCUMENTS_OF_EACH);
  for (const key of keys) {
    const api = new BenchApi(url, key);
    const names = Array.from({ length: FOLDERS_OF_EACH }, (_, n) => JSON.stringify({ name: `Folder ${n}` }));
    const folders = await api.createAll(names, '/v1/folders');
    const made = Array.from({ length: DOCUMENTS_OF_EACH }, () => {
      const drawn = Array.from({ length: TAGS }, (_, n) => `tag-${n}`);
      const tags = random.shuffled(drawn).slice(0, TAGS_OF_A_DOCUMENT);
      const title = words.sentence(random, TITLE_WORDS);
      const folderId = random.pick(folders);
      const blocks = newBlocks(words, random).slice(0, BLOCKS);
      return {
        key,
        title,
        tags,
        folderId,
        body: documentBody(blocks, title, { metadata: { tags }, folder_id: folderId }),
      };
    });
    const ids = await api.createAll(made.map(({ body }) => body));
    documents.push(...made.map((document, n) => ({ ...document, id: ids[n] as string })));
    bench.progress.advance(DOCUMENTS_OF_EACH);
  }
  bench.progress.stop();
  return documents;
}
