import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { HttpContext } from '../state.js';
import { hashTag, matchesNone } from './entity-tags.js';

export type Constant = { text: string; headers: Record<string, string> };

const COMPRESSORS = { br: promisify(brotliCompress), gzip: promisify(gzip) };
type Coding = keyof typeof COMPRESSORS;

/** Answers with a text that is made at the first request, and compressed once for each coding. */
export function answerConstant(make: () => Constant): (ctx: HttpContext) => Promise<void> {
  let made: CodedConstant | undefined;
  return async (ctx) => {
    const { text, headers, entityTag, compressed } = (made ??= prepare(make()));
    const coding = ctx.acceptsEncodings('br', 'gzip', 'identity');
    ctx.vary('Accept-Encoding');
    ctx.set({ ...headers, ETag: entityTag, 'X-Content-Type-Options': 'nosniff' });
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

type CodedConstant = Omit<Constant, 'text'> & {
  text: Buffer;
  entityTag: string;
  compressed: Map<Coding, Promise<Buffer>>;
};

function prepare({ text, headers }: Constant): CodedConstant {
  return { text: Buffer.from(text), headers, entityTag: hashTag(text), compressed: new Map() };
}
