import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { hashTag, matchesNone } from './answers/entity-tags.js';
import type { HttpContext } from './state.js';

const COMPRESSORS = { br: promisify(brotliCompress), gzip: promisify(gzip) };
type Coding = keyof typeof COMPRESSORS;

const CACHE_CONTROL = 'public, max-age=3600';

/** Answers with the OpenAPI description, a constant that is compressed once for each coding. */
export function answerDescription(description: object): (ctx: HttpContext) => Promise<void> {
  const text = Buffer.from(JSON.stringify(description));
  const entityTag = hashTag(text.toString());
  const compressed = new Map<Coding, Promise<Buffer>>();
  return async (ctx) => {
    const coding = ctx.acceptsEncodings('br', 'gzip', 'identity');
    ctx.vary('Accept-Encoding');
    ctx.set({ ETag: entityTag, 'Cache-Control': CACHE_CONTROL, 'X-Content-Type-Options': 'nosniff' });
    ctx.type = 'application/json';
    ctx['compress'] = false;
    if (coding === 'br' || coding === 'gzip') {
      const bytes = compressed.get(coding) ?? COMPRESSORS[coding](text);
      compressed.set(coding, bytes);
      ctx.set('Content-Encoding', coding);
      ctx.body = await bytes;
    } else {
      ctx.body = text;
    }
    if (matchesNone(ctx.headers['if-none-match'], entityTag)) ctx.status = 304;
  };
}
