import { createHash } from 'node:crypto';

/** The page's only style. It is inline, so a page is one request, and it is allowed by its hash alone. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --ground: #fdfdfc; --text: #1f2328; --muted: #636b74; --line: #dfe2e6; --soft: #f4f5f6; --accent: #0b5fcc;
  --word: #b3202c; --string: #176534; --value: #0a5299; --type: #7a4300; --mark: #6a3ab2;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #15181c; --text: #dfe3e8; --muted: #98a2ad; --line: #323840; --soft: #1e2329; --accent: #7db4ff;
    --word: #ff8a85; --string: #8fd19e; --value: #8bbdff; --type: #f0b46a; --mark: #cbaaff;
  }
}
* { box-sizing: border-box }
html { background: var(--ground); color: var(--text); -webkit-text-size-adjust: 100%; text-size-adjust: 100% }
body {
  margin: 0; overflow-wrap: break-word;
  font: 1.0625rem/1.65 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
}
main, footer { max-width: 44rem; margin-inline: auto; padding-inline: 1.25rem }
main { padding-block: clamp(2rem, 6vw, 4.5rem) 3rem }

/* What stands above the title. */
.about {
  display: flex; flex-wrap: wrap; align-items: center; gap: .4em .9em; margin: 0 0 1rem; color: var(--muted);
  font-size: .875rem;
}
.about p { margin: 0 }
.tags { display: contents; list-style: none }
.tags li {
  margin: 0; padding: .05em .65em; border: 1px solid var(--line); border-radius: 1em; background: var(--soft);
}

.contents { margin: 0 0 2.2em; font-size: .95rem; text-align: start }
.contents summary { width: max-content; color: var(--muted); cursor: pointer }
.contents ol {
  margin: .7em 0 0; padding: .2em 0 .2em 1.1rem; border-inline-start: .15rem solid var(--line); list-style: none;
}
.contents .h3 { padding-inline-start: 1.2rem; font-size: .95em }
.contents a { color: inherit; text-decoration: none }
.contents a:hover { color: var(--accent); text-decoration: underline }
:target { scroll-margin-top: 1.5rem }
h2:target, h3:target, h4:target, h5:target, h6:target { text-decoration: underline var(--accent) .1em; text-underline-offset: .25em }

h1, h2, h3, h4, h5, h6 { margin: 2em 0 .6em; line-height: 1.25; font-weight: 650; text-wrap: balance }
h1 {
  margin: 0 0 1.1em; font-size: clamp(1.8rem, 1.4rem + 2vw, 2.5rem); line-height: 1.15; font-weight: 700;
  letter-spacing: -.02em;
}
h2 { font-size: 1.5rem; letter-spacing: -.01em }
h3 { font-size: 1.22rem }
h4 { font-size: 1.07rem }
h5, h6 { font-size: 1rem }
h6 { color: var(--muted) }
h1 + *, h1 ~ * > :first-child, :where(.about) ~ * > :first-child { margin-top: 0 }
h1 ~ * > :last-child, :where(.about) ~ * > :last-child { margin-bottom: 0 }

p, ul, ol, dl, pre, blockquote, figure, table, details, article > div, div[class^=align] { margin: 0 0 1.15em }
ul, ol { padding-inline-start: 1.6em }
li { margin-block: .3em }
li::marker { color: var(--muted) }
li > ul, li > ol, li > p { margin-block: .3em }
dt { font-weight: 650 }
dd { margin-inline-start: 1.6em }
a[href] { color: var(--accent); text-decoration-thickness: .06em; text-underline-offset: .18em }
a[href]:hover { text-decoration-thickness: .12em }
:focus-visible { outline: .16rem solid var(--accent); outline-offset: .16rem; border-radius: .2rem }
code, pre, kbd, samp {
  font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .88em;
}
:not(pre) > code, kbd, samp {
  padding: .08em .32em; background: var(--soft); border: 1px solid var(--line); border-radius: .3em;
}
pre {
  padding: .9rem 1.1rem; overflow-x: auto; line-height: 1.55; tab-size: 4;
  background: var(--soft); border: 1px solid var(--line); border-radius: .6rem;
}
pre code { font-size: 1em }
pre[data-language]::before {
  content: attr(data-language); display: block; position: sticky; inset-inline-start: 0; width: max-content;
  margin-bottom: .5rem; color: var(--muted); font: 600 .8rem/1.4 system-ui, sans-serif;
}
pre .c { color: var(--muted); font-style: italic }
pre .k { color: var(--word) }
pre .l { color: var(--value) }
pre .m { color: var(--mark) }
pre .s, pre .i { color: var(--string) }
pre .t { color: var(--type) }
pre .d { color: var(--word) }
blockquote {
  padding-inline-start: 1.1rem; border-inline-start: .22rem solid var(--line); color: var(--muted);
}
/* Notes with a title. */
.callout { margin: 0 0 1.15em; padding: .8em 1.1rem; border-inline-start: .22rem solid var(--look); border-radius: .3rem; background: var(--soft) }
.callout { --look: var(--value) }
.callout-tip { --look: var(--string) }
.callout-important { --look: var(--mark) }
.callout-warning { --look: var(--type) }
.callout-caution { --look: var(--word) }
.callout > .callout-title { margin: 0; color: var(--look); font-weight: 650 }
.callout > .callout-title + * { margin-top: .4em }
.callout > :last-child { margin-bottom: 0 }
hr { margin: 2.6em auto; border: 0; border-top: 1px solid var(--line) }
img { max-width: 100%; border-radius: .5rem; vertical-align: middle }
img[width], img:not([height]) { height: auto }
img[height]:not([width]) { object-fit: contain }
img.align-left { float: left; margin: .3em 1.2em .6em 0 }
img.align-right { float: right; margin: .3em 0 .6em 1.2em }
summary { cursor: pointer }
details[open] > summary { margin-bottom: .6em }
figure > .scroll, figure > pre, figure > blockquote { margin-bottom: 0 }
figcaption { margin-top: .5em; color: var(--muted); font-size: .9em }
mark { background: #ffe58a; color: #1f2328 }
sup { line-height: 0 }
sup a { padding-inline: .15em; text-decoration: none }
.notes { padding-top: 1.15em; border-top: 1px solid var(--line); font-size: .9375em }
.notes a[role] { text-decoration: none }
li:target, sup a:target { background: var(--soft); box-shadow: 0 0 0 .3rem var(--soft); border-radius: .2rem }

.scroll { overflow-x: auto }
table { min-width: 100%; border-collapse: collapse; font-size: .95em; line-height: 1.5 }
th, td {
  padding: .55em .9em; text-align: start; vertical-align: top; overflow-wrap: normal;
  border-bottom: 1px solid var(--line);
}
th { font-weight: 650; border-bottom-width: 2px }
:is(th, td):first-child { padding-inline-start: .2em }
:is(td, dd) > div { margin: 0 }
:is(td, dd) > div > :last-child { margin-bottom: 0 }
.align-left { text-align: left }
.align-center { text-align: center }
.align-right { text-align: right }
td.align-right { font-variant-numeric: tabular-nums }
.plain { white-space: pre-wrap; overflow-wrap: anywhere }
.note { color: var(--muted) }

.parts {
  display: flex; flex-wrap: wrap; gap: .4em 1.5em; margin-top: 3em; padding-top: 1.25rem;
  border-top: 1px solid var(--line); color: var(--muted);
}
footer { padding-block: 1.25rem 2.5rem; color: var(--muted); font-size: .875rem }
footer p { margin: 0; padding-top: 1.25rem; border-top: 1px solid var(--line) }
.missing { display: grid; align-content: center; min-height: 70vh; text-align: center }
.missing h1 { margin-bottom: .4em }

@media (max-width: 34rem) {
  body { font-size: 1rem }
  h2 { font-size: 1.35rem }
  h3 { font-size: 1.15rem }
}
@page { margin: 2cm }
@media print {
  html { font-size: 11pt }
  :root { --ground: #fff; --text: #000; --muted: #444; --line: #bbb; --soft: #fff; --accent: #000 }
  main, footer { max-width: none; padding-inline: 0 }
  pre { white-space: pre-wrap }
  pre span { color: inherit }
  /* Paper does not scroll: every column fits, and breaks words if it must. Of many columns all have the same width. */
  .scroll { overflow: visible }
  ::details-content { content-visibility: visible; height: auto }
  table { font-size: .85em }
  th, td { min-width: 7em; padding: .3em .4em; overflow-wrap: anywhere }
  table:has(tr > :nth-child(5)) :is(th, td) { min-width: 5em }
  table:has(tr > :nth-child(8)) { table-layout: fixed; width: 100%; font-size: .65em }
  table:has(tr > :nth-child(8)) :is(th, td) { min-width: 0; padding-inline: .2em }
  .parts, .contents, .notes a[role=doc-backlink] { display: none }
  p, li { orphans: 3; widows: 3 }
  article a[href^="http"]::after { content: " (" attr(href) ")"; font-size: .85em; overflow-wrap: anywhere }
  h1, h2, h3, h4, h5, h6 { break-after: avoid }
  pre, blockquote, figure, tr, img { break-inside: avoid }
}
`;

/** The CSP source that allows only `PAGE_STYLE`. */
export const PAGE_STYLE_SOURCE = `'sha256-${createHash('sha256').update(PAGE_STYLE).digest('base64')}'`;
