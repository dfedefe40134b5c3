import type { JsonObject } from '../../domain/json.js';
import type { Version } from '../../domain/version.js';
import { languageOf } from '../page/page-head.js';
import type { ViewedDocument } from '../viewed-document.js';

/** Parts of the entity tags: raise them with each change of the look of pages, or of the files. */
export const RENDERER = 22;
export const FILE_WRITER = 6;

/** What pages show, and what the form of the Markdown depends on. The rest of the metadata is for the owner. */
const SHOWN_METADATA = ['lang', 'description', 'tags'];
const SHOWN_OF_BLOCKS = [
  ...['level', 'listType', 'language', 'info', 'raw', 'footnotes'],
  ...['url', 'src', 'alt', 'title', 'caption', 'width', 'height'],
];

type Shown = {
  id: string;
  /** As in `ViewedDocument`. */ url: string | null;
  /** If the version names none. */ lang: string;
  /** As in `DocumentLinks`. */ key: string | null;
  base: string;
};

/** `version`: 0 for what is not stored. */
export type ShownVersion = Pick<
  Version,
  'title' | 'contentType' | 'metadata' | 'blocks' | 'source' | 'assets' | 'root' | 'createdAt' | 'version'
>;

/** A version as anybody may see it. */
export function shownDocument(version: ShownVersion, { id, url, lang, key, base }: Shown): ViewedDocument {
  const { title, contentType, metadata, source, createdAt } = version;
  return {
    id,
    url,
    title,
    contentType,
    metadata: only(SHOWN_METADATA, metadata),
    lang: languageOf(metadata) ?? lang,
    blocks: version.blocks.map((block) => {
      const { id: name, order, type, content } = block;
      return { id: name, order, type, content, metadata: only(SHOWN_OF_BLOCKS, block.metadata) };
    }),
    // A text beyond the bounds of conversion is shown as its paragraphs.
    source: contentType === 'markdown' && source?.isPlain === false ? source.text : null,
    links: { key, base, root: version.root, assets: version.assets },
    updatedAt: createdAt,
    version: version.version,
  };
}

/** Values within values have no meaning, and are very dear to send to a thread. */
function only(names: readonly string[], metadata: JsonObject | null): JsonObject | null {
  const shown = Object.entries(metadata ?? {}).flatMap(([name, value]) => {
    if (!names.includes(name)) return [];
    if (Array.isArray(value)) return [[name, value.filter((each) => typeof each === 'string')]];
    return typeof value === 'object' ? [] : [[name, value]];
  });
  return shown.length === 0 ? null : (Object.fromEntries(shown) as JsonObject);
}
