import { Buffer } from 'node:buffer';

/** What a push must do with a file; `either`: take it, or refuse it with a reason. */
export type Expected = 'kept' | 'refused' | 'skipped' | 'either';

type AwkwardFile = { bytes: Buffer; expected: Expected };

const BOM = '\uFEFF';
const TEXT = '# Title\n\nFirst *paragraph*.\n\n- one\n- two\n';
const YAML = '---\ntitle: "Quoted" # a comment\nversion: 1.10\ntags: [a, b]\n---\n\n# Heading\n\nText.\n';
const TOML =
  '+++\n# a comment\ntitle = "TOML"\ndate = 2024-05-01T10:00:00Z\n\n[params]\n    deep = true\n+++\n\nText.\n';
const JSON_FRONT = '{\n  "title": "JSON",\n  "weight": 1.0\n}\n\nText.\n';

/** Files that real directories have now and then. */
const TEXTS: Readonly<Record<string, string>> = {
  'line-ends/crlf.md': TEXT.replaceAll('\n', '\r\n'),
  'line-ends/crlf-front-matter.md': YAML.replaceAll('\n', '\r\n'),
  'line-ends/cr.md': TEXT.replaceAll('\n', '\r'),
  'line-ends/mixed.md': 'One\r\ntwo\nthree\rfour\n',
  'line-ends/no-last.md': TEXT.trimEnd(),
  'line-ends/many-last.md': `${TEXT}\n\n\n`,
  'line-ends/many-first.md': `\n\n\n${TEXT}`,
  'line-ends/trailing-spaces.md': 'A line  \nand another \t\n\n   \nend\n',
  'line-ends/line-separator.md': '> a\u2028b\n\nText[^1].\n\n[^1]: c\u2029d\n',
  'line-ends/next-line.md': 'a\u0085b\u000bc\u000cd\n',
  'marks/bom.md': `${BOM}${TEXT}`,
  'marks/bom-front-matter.md': `${BOM}${YAML}`,
  'marks/bom-within.md': `Text ${BOM}and more.\n`,
  'empty/empty.md': '',
  'empty/one-line-end.md': '\n',
  'empty/spaces.md': '  \n\t\n',
  'empty/bom-only.md': BOM,
  'front-matter/yaml.md': YAML,
  'front-matter/only.md': '---\ntitle: Only front matter\n---\n',
  'front-matter/empty.md': '---\n---\n\n# Home\n',
  'front-matter/comment-only.md': '---\n# do not remove\n---\n\nText.\n',
  'front-matter/dots.md': '---\ntitle: Closed by dots\n...\n\nText.\n',
  'front-matter/toml.md': TOML,
  'front-matter/json.md': JSON_FRONT,
  'front-matter/numbers.md':
    '---\na: 3.0\nb: 01234\nc: 1234567890123456789\nd: 12e4567\ne: 0x1F\nf: -0\ng: 2024-01-02\nh: "no"\n---\n\nText.\n',
  'front-matter/title-twice.md': '---\ntitle: One\n---\n\n# Another\n\nText.\n',
  'blocks/setext.md': 'Title\n=====\n\nSub\n---\n\n***\n\n___\n',
  'blocks/lists.md': '* a\n+ b\n- c\n\n1) one\n1) two\n\n7. seven\n',
  'blocks/late-title.md': '## 3.0.0\n\n- new\n\n# 2.5.0\n\n- old\n',
  'blocks/indented.md': '!!! note "Mind"\n\n    Indented text.\n\n        code\n',
  'blocks/definitions.md': '[//]: # (a comment)\n[unused]: https://example.com "title"\n\nText.\n',
  'blocks/footnotes.md': '- Item[^1].\n\n  [^1]: https://example.com/x\n\nText[^none].\n',
  'blocks/html.md': '<details>\n<summary>More</summary>\n\n**Text**\n\n</details>\n<!-- comment -->\n',
  'blocks/open-fence.md': 'Text\n\n~~~js\nlet a = 1;\n',
  'blocks/table.md': '|a|b|\n|:-|-:|\n|1|2\n| `x\\|y` | |\n',
  'names/with spaces (and brackets) [x].md': TEXT,
  'names/percent %20 # ? & + ; =.md': TEXT,
  'names/文档/说明.md': '# 说明\n\n文字。\n',
  'names/e\u0301clair.md': TEXT,
  'names/😀.md': TEXT,
  'names/Case.md': '# Upper\n',
  'names/case.md': '# Lower\n',
  'names/FOLDER/a.md': '# In upper\n',
  'names/folder/a.md': '# In lower\n',
  'names/EXTENSION.MD': TEXT,
  'names/long.markdown': TEXT,
  'names/component.mdx': 'import A from "./a"\n\n# Title\n\n<A b={1}>*text*</A>\n\n{/* a comment */}\n',
  'kinds/comment.mdx': '{/* a comment */}\n\nimport { B } from "./b"\n\n<B>\n\n  # Title\n\n</B>\n',
  'kinds/export.mdx': 'export const meta = {\n  title: "T",\n}\r\n\r\n{meta.title}',
  'kinds/front-matter.mdx': `${YAML}\n<Tabs items={["a", "b"]} />\n`,
  'kinds/text.txt': 'Plain *text*.\r\n\r\nNo last line end',
  'kinds/page.html': '<!doctype html>\r\n<title>Page</title>\r\n<p>Text<br>\r\n',
  'kinds/note.htm': '<p>A note</p>',
};

const OTHERS: Readonly<Record<string, AwkwardFile>> = {
  'bytes/nul.md': { bytes: Buffer.from('a\0b\n'), expected: 'either' },
  'bytes/controls.md': { bytes: Buffer.from('a\x01b\x1b[31mc\x7f\n'), expected: 'either' },
  'bytes/latin-1.md': { bytes: Buffer.from('# Caf\xe9\n', 'latin1'), expected: 'refused' },
  'bytes/utf-16.md': { bytes: Buffer.from(`${BOM}# Title\n`, 'utf16le'), expected: 'refused' },
  'bytes/cut-off.md': { bytes: Buffer.from([0x61, 0xf0, 0x9f, 0x98]), expected: 'refused' },
  'front-matter/unreadable.md': {
    bytes: Buffer.from('---\ntitle: [open\nvisibility: private\n---\n\nText.\n'),
    expected: 'refused',
  },
  'drafts/yaml.md': { bytes: Buffer.from('---\ndraft: true\n---\n\nText.\n'), expected: 'skipped' },
  'drafts/unpublished.markdown': { bytes: Buffer.from('---\npublished: no\n---\n'), expected: 'skipped' },
  'drafts/toml.md': { bytes: Buffer.from('+++\ndraft = true\n+++\nText.\n'), expected: 'skipped' },
  'drafts/json.mdx': { bytes: Buffer.from(`${BOM}{ "draft": "yes" }\r\n<A />\r\n`), expected: 'skipped' },
  'drafts/no-draft.md': { bytes: Buffer.from('---\ndraft: false\n---\n\nText.\n'), expected: 'kept' },
  'front-matter/left-out.md': { bytes: Buffer.from('---\nquire: false\n---\n\nText.\n'), expected: 'skipped' },
};

export const AWKWARD: Readonly<Record<string, AwkwardFile>> = {
  ...Object.fromEntries(
    Object.entries(TEXTS).map(([path, text]) => [path, { bytes: Buffer.from(text), expected: 'kept' as const }]),
  ),
  ...OTHERS,
};
