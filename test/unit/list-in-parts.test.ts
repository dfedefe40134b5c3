import { expect } from 'chai';
import { listInParts, type KeyPages } from '../../src/adapters/s3/list-in-parts.js';

describe('listInParts', () => {
  const PARTS = Array.from('XYZ_abcdefghijklmnopqrstuvwxyz', (character) => `d/${character}`);

  /** The prefixes whose pages were asked for, in order. */
  let asked: string[];
  let failing: string | undefined;

  beforeEach(() => {
    [asked, failing] = [[], undefined];
  });

  /** A first page that ends within the part of X, and two pages of each part. */
  async function* pagesOf(prefix: string, after = ''): KeyPages {
    asked.push(prefix);
    if (after !== '' && !after.startsWith(prefix)) throw new Error(`${prefix} is begun outside itself`);
    if (prefix === failing) throw new Error(`no ${prefix}`);
    if (prefix === 'd/') {
      yield { keys: ['d/Wa', 'd/Xa'], isLast: false };
      throw new Error('its other pages are not asked for');
    }
    yield { keys: [`${prefix}a`, `${prefix}b`].filter((key) => key > after), isLast: false };
    yield { keys: [`${prefix}c`], isLast: true };
  }

  const keysOf = async (pages: KeyPages, listed: string[] = []) => {
    for await (const { keys } of pages) listed.push(...keys);
    return listed;
  };

  it('goes on in parts behind the first page, each as a whole, in their order', async () => {
    const rest = PARTS.flatMap((part) => [`${part}a`, `${part}b`, `${part}c`]);
    expect(await keysOf(listInParts('d/', undefined, pagesOf))).to.deep.equal(['d/Wa', ...rest]);
    expect(asked).to.deep.equal(['d/', ...PARTS]);
  });

  it('asks for the first pages of four parts ahead, and no more', async () => {
    const pages = listInParts('d/', undefined, pagesOf);
    await pages.next();
    expect(asked).to.deep.equal(['d/']);
    await pages.next();
    expect(asked).to.deep.equal(['d/', ...PARTS.slice(0, 5)]);
    await pages.next();
    expect(asked).to.deep.equal(['d/', ...PARTS.slice(0, 5)]);
  });

  it('asks once where one page holds everything', async () => {
    const once = async function* (prefix: string): KeyPages {
      asked.push(prefix);
      yield { keys: [`${prefix}a`], isLast: true };
    };
    expect(await keysOf(listInParts('d/', undefined, once))).to.deep.equal(['d/a']);
    expect(asked).to.deep.equal(['d/']);
  });

  it('goes on behind where it is asked to begin when a page that is not the last holds nothing', async () => {
    const behind = async function* (prefix: string, after: string | undefined): KeyPages {
      yield prefix === 'd/' ? { keys: [], isLast: false } : { keys: [`${prefix} ${after}`], isLast: true };
    };
    expect(await keysOf(listInParts('d/', 'd/y5', behind))).to.deep.equal(['d/y d/y5', 'd/z undefined']);
  });

  it('gives what comes before a part that cannot be read, and raises its error there', async () => {
    failing = 'd/Z';
    const listed: string[] = [];
    const error = await keysOf(listInParts('d/', undefined, pagesOf), listed).catch((raised: Error) => raised.message);
    expect(error).to.equal('no d/Z');
    expect(listed).to.deep.equal(['d/Wa', 'd/Xa', 'd/Xb', 'd/Xc', 'd/Ya', 'd/Yb', 'd/Yc']);
  });

  it('does not mind a part ahead that cannot be read when it is left early', async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown) => unhandled.push(error);
    process.prependListener('unhandledRejection', note);
    failing = 'd/Y';
    for await (const { keys } of listInParts('d/', undefined, pagesOf)) if (keys.includes('d/Xb')) break;
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    process.removeListener('unhandledRejection', note);
    expect(asked).to.include('d/Y');
    expect(unhandled).to.deep.equal([]);
  });
});
