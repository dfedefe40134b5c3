/** Where files are from: a package, by the client of its registry; this project's packages; or `awkward.ts`. */
export type Origin = { client: 'npm' | 'pip' | 'maven'; spec: string } | 'node_modules' | 'made';

export type Source = {
  name: string;
  /** The kind of Markdown that its files are written in. */
  dialect: string;
  origin: Origin;
  /** Its tests are Markdown in `.txt`. They become `.md`: a push takes a `.txt` for plain text. */
  isInText?: true;
  /** Files in the format of CommonMark's specification. Each example in them becomes a file. */
  examples?: readonly string[];
  /** All files below this folder of the package, as they are, instead of those that a push takes. */
  folder?: string;
};

export const npm = (spec: string): Origin => ({ client: 'npm', spec });
export const pip = (spec: string): Origin => ({ client: 'pip', spec });

export const SOURCES: readonly Source[] = [
  { name: 'awkward', dialect: 'made by hand', origin: 'made' },
  { name: 'packages', dialect: 'READMEs (GFM)', origin: 'node_modules' },
  { name: 'commonmark', dialect: 'CommonMark', origin: npm('commonmark-spec@0.31.2'), examples: ['spec.txt'] },
  {
    name: 'gfm',
    dialect: 'GFM',
    origin: { client: 'maven', spec: 'org.commonmark:commonmark-test-util:0.24.0' },
    examples: ['gfm-spec.txt', 'cmark-regression.txt', 'commonmark.js-regression.txt'],
  },
  { name: 'aws-cdk', dialect: 'READMEs (GFM)', origin: npm('aws-cdk-lib@2.276.0') },
  { name: 'markdownlint', dialect: 'GFM', origin: npm('markdownlint@0.42.1') },
  { name: 'typescript-eslint', dialect: 'Docusaurus', origin: npm('@typescript-eslint/eslint-plugin@7.18.0') },
  { name: 'mastra', dialect: 'GFM', origin: npm('@mastra/mcp-docs-server@1.2.27') },
  { name: 'next', dialect: 'Next.js', origin: npm('next@16.4.6') },
  { name: 'bun', dialect: 'Mintlify (MDX)', origin: npm('bun-types@1.4.4') },
  { name: 'ai', dialect: 'MDX', origin: npm('ai@7.0.173') },
  { name: 'react-router', dialect: 'Remix', origin: npm('react-router@7.18.7') },
  { name: 'slidev', dialect: 'Slidev', origin: npm('@slidev/cli@52.20.1') },
  { name: 'gitbook', dialect: 'GitBook', origin: npm('gitbook@3.2.3') },
  { name: 'chirpy', dialect: 'Jekyll (kramdown)', origin: npm('jekyll-theme-chirpy@5.3.21') },
  { name: 'mkdocs', dialect: 'MkDocs', origin: pip('mkdocs==1.6.1') },
  { name: 'python-markdown', dialect: 'Python-Markdown', origin: pip('Markdown==3.11.3'), isInText: true },
  { name: 'pymdown', dialect: 'PyMdown', origin: pip('pymdown-extensions==13.1'), isInText: true },
  { name: 'mistune', dialect: 'Mistune', origin: pip('mistune==3.4.0'), isInText: true },
  { name: 'markdown-it-py', dialect: 'markdown-it', origin: pip('markdown-it-py==4.3.0') },
  { name: 'jupyterhub', dialect: 'MyST', origin: pip('jupyterhub==6.1.1') },
  { name: 'jupyterlab', dialect: 'MyST', origin: pip('jupyterlab==4.6.6') },
  { name: 'jupytext', dialect: 'Jupytext', origin: pip('jupytext==1.19.6') },
  { name: 'hatch', dialect: 'MkDocs Material', origin: pip('hatch==1.18.2') },
  { name: 'mkdocstrings', dialect: 'MkDocs Material', origin: pip('mkdocstrings==1.0.8') },
  { name: 'ruff', dialect: 'GFM', origin: pip('ruff==0.17.5') },
  { name: 'black', dialect: 'MyST', origin: pip('black==26.10.1') },
];
