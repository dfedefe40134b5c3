import { expect } from 'chai';
import { splitFile } from '../../../src/markdown/front-matter/front-matter.js';
import { MarkdownError } from '../../../src/markdown/markdown-error.js';
import { again, block, FILE_TITLE, LIMITS, pulled, pushed, withFront } from './documents.js';

function refusal(markdown: string): string {
  try {
    pushed(markdown);
  } catch (error) {
    if (error instanceof MarkdownError) return error.message;
    throw error;
  }
  return 'none';
}

describe('markdown: front matter', () => {
  it('gives title, tags and visibility, and the rest as metadata', () => {
    const file = withFront('title: A', 'tags: [b, 1]', 'visibility: public', 'lang: he', 'by: {c: [1.5, null]}');
    expect(pushed(file)).to.deep.equal({
      title: 'A',
      contentType: 'markdown',
      visibility: 'public',
      metadata: { tags: ['b', '1'], lang: 'he', by: { c: [1.5, null] } },
      blocks: [block('heading', 'T', { level: 1 })],
    });
  });

  it('comes back as metadata says it, without a visibility', () => {
    const document = pushed(withFront('visibility: public', 'date: 2026-01-02', 'note: "a: b"'));
    const file = pulled(document);
    expect(file).to.equal(withFront('date: "2026-01-02"', 'note: "a: b"'));
    expect(pushed(file)).to.deep.equal({ ...document, visibility: null });
  });

  it('does not come back where there was none', () => {
    expect(again('# A', '', 'b', '')).to.equal('# A\n\nb\n');
  });

  it('takes a text of tags for a list with commas', () => {
    expect(pushed(withFront('tags: a b, c,')).metadata).to.deep.equal({ tags: ['a b', 'c'] });
  });

  it('keeps what is written where texts belong', () => {
    expect(pushed(withFront('title: 1.10', 'tags: [007, 1e3, 1.10, True, 12e4567]'))).to.deep.include({
      title: '1.10',
      metadata: { tags: ['007', '1e3', '1.10', 'True', '12e4567'] },
    });
    expect(pushed(withFront('tags: 1.10')).metadata).to.deep.equal({ tags: ['1.10'] });
  });

  it('keeps numbers that JSON would write in another way as texts', () => {
    const texts = ['1.10', '3.0', '01234', '1234567890123456789', '+47123', '0x1F', '0o755', '1e10', '-0', '12e4567'];
    const all = { numbers: [1, -2.5, 0], texts };
    expect(pushed(withFront('numbers: [1, -2.5, 0]', `texts: [${texts.join()}]`)).metadata).to.deep.equal(all);
    const json = '{"a": [1, 1.10, 3.0, 1234567890123456789, 1e10, -0]}\n';
    expect(pushed(json).metadata?.['a']).to.deep.equal([1, '1.10', '3.0', '1234567890123456789', '1e10', '-0']);
    expect(pushed(`+++\nnumbers = [1, -2.5, 0]\ntexts = [${texts.join()}]\n+++\n`).metadata).to.deep.include(all);
    expect(pushed(withFront('a: -.inf', 'b: .NaN')).metadata).to.deep.equal({ a: '-.inf', b: '.NaN' });
    expect(pushed('+++\na = -inf\n+++\n').metadata).to.deep.include({ a: '-inf' });
  });

  it('leaves out tags that are empty', () => {
    for (const line of ['tags:', 'tags:\n  -', 'tags: [~]', 'tags: ["", ~]']) {
      expect(pushed(withFront(line)).metadata?.['tags'] ?? [], line).to.deep.equal([]);
    }
  });

  it('is private where it says that it is a draft, in the words of any generator', () => {
    const lines = ['draft: true', 'Draft: yes', 'draft: "true"', 'draft: soon', 'published: false', 'published: no'];
    lines.push('draft: [true]', 'published: {a: b}', 'a: &d {draft: true}\n<<: *d');
    const drafts = [...lines.map((line) => withFront('visibility: public', line)), '+++\ndraft = true\n+++\n'];
    for (const file of [...drafts, '{"visibility": "public", "draft": true}\n']) {
      expect(pushed(file), file).to.include({ visibility: 'private' });
      expect(splitFile(file, LIMITS).isDraft, file).to.equal(true);
    }
    for (const line of ['draft: false', 'draft: no', 'draft:', 'published: true', 'published: 2026-01-02']) {
      const found = splitFile(withFront('visibility: public', line), LIMITS);
      expect(found, line).to.include({ visibility: 'public', isDraft: false });
    }
  });

  it('may be empty, have comments alone, or end with points', () => {
    for (const front of ['---\n---', '---\n\n---', '---\n# a\n---', '---\n# \u2028b\n...', '+++\n# c\n+++', '{}']) {
      const { title, metadata, blocks } = pushed(`${front}\n# T\n\ntext`);
      expect({ title, metadata }, front).to.deep.equal({ title: 'T', metadata: null });
      expect(blocks, front).to.deep.equal([block('paragraph', 'text')]);
    }
    expect(pushed('---\ntitle: P\n...\ntext').title).to.equal('P');
  });

  it('may be TOML', () => {
    const toml = [
      'title = "A" # 1.10',
      `tags = ['b', "c"]`,
      'weight = 10',
      'version = 1.10',
      'dates = [1979-05-27 07:32:00Z, 1979-05-27,',
      '  07:32:00]',
      'texts = ["""',
      `1.10 = "2.0" """, '3.0']`,
      '3.10 = { 1.0 = 2, x.4.0 = [5.0, { b = 6.0 }] }',
      '[params.1.0]',
      'visibility = "x"',
    ];
    expect(pushed(`+++\n${toml.join('\n')}\n+++\n\ntext`)).to.deep.include({
      title: 'A',
      metadata: {
        tags: ['b', 'c'],
        weight: 10,
        version: '1.10',
        dates: ['1979-05-27 07:32:00Z', '1979-05-27', '07:32:00'],
        texts: ['1.10 = "2.0" ', '3.0'],
        3: { 10: { 1: { 0: 2 }, x: { 4: { 0: ['5.0', { b: '6.0' }] } } } },
        params: { 1: { 0: { visibility: 'x' } } },
      },
    });
  });

  it('may be JSON', () => {
    const json = '{\n\t"title": "A } \\" b",\n\t"tags": ["c"],\n\t"by": {"d": [1.5, null]}\n}\n\n# H\n';
    expect(pushed(json)).to.deep.include({
      title: 'A } " b',
      metadata: { tags: ['c'], by: { d: [1.5, null] } },
      blocks: [block('heading', 'H', { level: 1 })],
    });
  });

  it('comes back for readers of YAML 1.1 with the same values', () => {
    const metadata = { a: 'no', on: 'y', time: '22:30', date: '2024-01-02', b: '1_000', c: '0b11', d: '1.10' };
    expect(pulled({ ...pushed('# A\n'), metadata })).to.equal(
      '---\na: "no"\n"on": "y"\ntime: "22:30"\ndate: "2024-01-02"\nb: "1_000"\nc: "0b11"\nd: "1.10"\n---\n\n# A\n',
    );
  });

  it('is not made of a text that looks like it', () => {
    for (const content of ['+++\na = 1\n+++', '{"a": 1}', '{}', '---\na: b\n---']) {
      const document = { ...pushed('a'), blocks: [block('paragraph', content)] };
      for (const title of ['a', '  a  b']) {
        expect(pushed(pulled({ ...document, title })), content).to.deep.include({
          title: title.trim(),
          metadata: null,
        });
      }
    }
  });

  it('begins with a key of any script, or in quotation marks', () => {
    for (const key of ['日付', 'über', '_k', '1', '"a(b)"', "'*'", '"a\\"b" ', 'a b', '"$k"', '$schema']) {
      expect(splitFile(withFront(`${key}: 1`, 'quire: false'), LIMITS).isExcluded, key).to.equal(true);
    }
  });

  it('does not begin with a symbol, as text does', () => {
    for (const line of ['$f : X is continuous.', '⚠️ Note: do not edit', '• Eins: a', '“Ask: x', '/x: y', '&a x: y']) {
      expect(pushed(`---\n${line}\nmore\n---\n`).blocks[0], line).to.deep.equal(block('divider', ''));
    }
  });

  it('is found in time in proportion to the text', () => {
    for (const line of [
      `a${' '.repeat(200_000)}`,
      `"${'a'.repeat(200_000)}`,
      '# a'.repeat(70_000),
      'é'.repeat(200_000),
    ]) {
      const limits = { ...LIMITS, metadataBytes: 1_000_000 };
      const before = process.cpuUsage();
      splitFile(`---\n${line}\n---\n`, limits);
      for (const text of [`+++\na = ${line}\n+++\n`, `{"a": "${line.replaceAll('a', '\\"')}`]) {
        expect(() => splitFile(text, limits)).to.throw(MarkdownError);
      }
      // Steps in proportion to its square are 40,000,000,000.
      expect(process.cpuUsage(before).user / 1_000).to.be.below(2_000);
    }
  });

  it('comes back with any keys', () => {
    for (const key of [
      '日付',
      '😀',
      'a(b)',
      '[a]',
      '*',
      '-',
      '- a',
      '? a',
      ': a',
      '#',
      '&a',
      '!a',
      '{',
      '>',
      '|',
      '%',
      '@',
      '`',
      '',
      'x'.repeat(1_100),
      ' ',
      '"',
      "'",
      'a: b',
      'a\nb',
      '\\',
      '=',
      '+',
      '~',
      '<<',
      '---',
      '...',
      '1',
      'null',
      '<a>',
      ',',
    ]) {
      const document = { ...pushed('# A\n'), metadata: { [key]: 'x', tags: ['y'] } };
      expect(pushed(pulled(document)), key).to.deep.equal(document);
    }
  });

  it('has metadata that the file did not have', () => {
    expect(pulled({ ...pushed('# A\n'), metadata: { tags: ['b'], deep: { c: 1 } } })).to.equal(
      '---\ntags:\n  - b\ndeep:\n  c: 1\n---\n\n# A\n',
    );
  });

  it('keeps a file out, which the service makes private', () => {
    expect(splitFile(withFront('quire: false'), LIMITS).isExcluded).to.equal(true);
    expect(pushed(withFront('quire: false', 'visibility: public')).visibility).to.equal('private');
    expect(pushed(withFront('quire: true')).metadata).to.equal(null);
  });

  it('is Markdown unless it has keys', () => {
    for (const markdown of ['---\na\n---', '---\na: b\n', '---\n- a: b\n---\n', '---\n[a](b): c\n---']) {
      expect(pushed(markdown), markdown).to.deep.include({ title: FILE_TITLE });
      expect(pushed(markdown).blocks[0], markdown).to.deep.equal(block('divider', ''));
    }
    for (const markdown of ['+++\ntext\n+++', '+++', '{{< a >}}', '{: .b}', '{% c %}', '{"d"}', '{} e']) {
      expect(pushed(markdown).blocks, markdown).to.deep.equal([block('paragraph', markdown)]);
    }
    expect(pushed('---\n{}\n---\n# T')).to.deep.include({ title: 'T', metadata: null });
  });

  it('keeps keys that a prototype has', () => {
    const { metadata } = pushed(withFront('__proto__: {a: 1}', 'constructor: b'));
    expect(JSON.stringify(metadata)).to.equal('{"__proto__":{"a":1},"constructor":"b"}');
  });

  for (const [lines, message] of [
    [['a: b', 'title: [c]'], 'line 3: title must be a text'],
    [['visibility: hidden'], 'line 2: visibility must be private or public'],
    [['a: 1', '# b', 'quire: no'], 'line 4: quire must be true or false'],
    [['tags: {a: b}'], 'line 2: tags must be a list of texts'],
    [['tags: [[a]]'], 'line 2: tags must be a list of texts'],
    [['a: b', 'c: d', 'a: e'], 'line 4: the front matter has a twice'],
    [
      ['a: 1', 'b: {c: !!set {d}}'],
      'line 3: the front matter has a value of the tag !!set, which metadata cannot have',
    ],
    [['a: !!binary aGk='], 'line 2: the front matter has a value of the tag !!binary, which metadata cannot have'],
    [['a: 1', '? [b]', ': c'], 'line 3: the front matter has a list or mapping as a key, which metadata cannot have'],
    [['a: &b [c]', '*b : d'], 'line 3: the front matter has a list or mapping as a key, which metadata cannot have'],
    [['a: {{b: c}: d}'], 'line 2: the front matter has a list or mapping as a key, which metadata cannot have'],
    [['a: b', 'c: "d'], 'line 4: the front matter is not YAML: MISSING_CHAR'],
    [[`a: ${'['.repeat(200_000)}`], 'line 2: the front matter has more than 64 levels'],
    [['b: 1', 'a: &a [*a]'], 'line 3: the front matter has aliases that cannot be resolved'],
    [
      ['a: &a [x,x,x,x]', 'b: &b [*a,*a,*a,*a]', 'c: &c [*b,*b,*b,*b]', 'd: [*c,*c,*c,*c,*c]'],
      'line 5: the front matter has aliases that cannot be resolved',
    ],
  ] as const) {
    it(`is refused with its line: ${message}`, () => {
      expect(refusal(withFront(...lines))).to.equal(message);
    });
  }

  for (const [text, message] of [
    ['+++\na = 1\nb = \n+++\n', 'line 3: the front matter is not TOML: Invalid TOML document: invalid value'],
    ['+++\na = 1\ntitle = [1]\n+++\n', 'line 3: title must be a text'],
    [`+++\n${'a.'.repeat(100_000)}b = 1\n+++\n`, 'line 2: the front matter has more than 64 levels'],
    [`+++\na = ${'['.repeat(100_000)}\n+++\n`, 'line 2: the front matter is not TOML: Invalid TOML document: document'],
    ['{\n"a": 1,\n"title": [1]\n}\n', 'line 3: title must be a text'],
    ['{\n"a": 1\n"b": 2\n}\n', 'line 2: the front matter is not JSON: '],
    ['{\n"a": 1,\n"b": c\n}\n', 'line 3: the front matter is not JSON'],
    ['{"a": 1 "b"}\n', 'line 1: the front matter is not JSON'],
    ['---\nb: 1\na: ["\\udc00"]\n---\n', 'line 3: the front matter has half a surrogate pair'],
    ['{"a": 1', 'line 1: the front matter is not JSON: '],
    [`{"a": ${'['.repeat(200_000)}`, 'line 1: the front matter has more than 64 levels'],
  ] as const) {
    it(`is refused with its line in TOML and JSON: ${message}`, () => {
      expect(refusal(text)).to.contain(message);
    });
  }
});
