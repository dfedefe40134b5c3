import { expect } from 'chai';
import MarkdownIt from 'markdown-it';
import { linearLabels } from '../../../src/platform/markdown/linear-labels.js';
import { inlineMarkdown } from '../../../src/render/blocks/markdown.js';
import { SeededRandom } from '../../support/oracle/seeded-random.js';

const TEXTS = 3_000;
const ATOMS = ['[', '![', ']', '](u)', '`', '``', '```', '\\', '[a](u)', '![b](u)', '`c`', '*', '**', '<b>', ' ', 'd'];

const own = new MarkdownIt({ html: true }).use(linearLabels);
const plain = new MarkdownIt({ html: true });

/** The plain parser with a rule for code spans that does what CommonMark says, remembers nothing and takes its time. */
const naive = new MarkdownIt({ html: true });
naive.inline.ruler.at('backticks', (state, silent) => {
  const text = state.src.slice(state.pos, state.posMax);
  const run = /^`+/.exec(text)?.[0];
  if (run === undefined) return false;
  const [span, inner] = new RegExp(`^${run}(?!\`)(.*?[^\`])${run}(?!\`)`, 's').exec(text) ?? [run];
  if (!silent && inner === undefined) state.pending += run;
  if (!silent && inner !== undefined) state.push('code_inline', 'code', 0).content = inner.replace(/^ (.+) $/, '$1');
  state.pos += span.length;
  return true;
});

const codeSpans = (html: string) => html.split('<code>').length - 1;

describe('markdown: labels', () => {
  const NOTE = '[note: see [docs](u), run `ls` and a stray ` here';

  it('leave code spans before a stray backtick, also where nothing closes a bracket', () => {
    const html = '[note: see <a href="u">docs</a>, run <code>ls</code> and a stray ` here';
    expect(own.renderInline(NOTE)).to.equal(html).and.to.equal(plain.renderInline(NOTE));
    expect(inlineMarkdown(NOTE, {})).to.include('run <code>ls</code> and');
  });

  it('are read as by a parser that remembers nothing, with all code spans of the plain one', () => {
    const random = new SeededRandom(7);
    for (let count = 0; count < TEXTS; count++) {
      const text = Array.from({ length: 2 + random.below(14) }, () => random.pick(ATOMS)).join('');
      const html = own.renderInline(text);
      expect(html, text).to.equal(naive.renderInline(text));
      expect(codeSpans(html), text).to.be.at.least(codeSpans(plain.renderInline(text)));
    }
  });
});
