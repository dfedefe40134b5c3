/** The style of the pages about the service, beyond the style that they share with viewer pages. */
export const SITE_STYLE = `
html { scroll-padding-top: 1rem }
.bar {
  display: flex; flex-wrap: wrap; align-items: center; gap: .4rem 1.6rem; padding: .9rem 1.25rem;
  border-bottom: 1px solid var(--line); font-size: .95rem;
}
.bar a { color: inherit; text-decoration: none }
.bar a:hover { color: var(--accent) }
.bar .brand { display: flex; align-items: center; gap: .55rem; margin-inline-end: auto; font-weight: 700 }
.bar img { border-radius: .3rem }
.bar [aria-current] { color: var(--accent); font-weight: 600 }

.lead { font-size: 1.2rem; line-height: 1.5; color: var(--muted) }
.tag {
  padding: .1rem .6rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--soft);
  color: var(--muted); font-size: .85rem; white-space: nowrap;
}
.doors { display: grid; grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); gap: 1rem; padding: 0; list-style: none }
.doors li { margin: 0 }
.doors a {
  display: block; height: 100%; padding: 1rem 1.15rem; border: 1px solid var(--line); border-radius: .7rem;
  background: var(--soft); color: inherit; text-decoration: none;
}
.doors a:hover { border-color: var(--accent) }
.doors strong { display: block; color: var(--accent) }
.doors span { color: var(--muted); font-size: .92rem; line-height: 1.45; display: block; margin-top: .2rem }
main.front h1 { margin-bottom: .35em }
main.front h2 { margin-top: 1.8em }

.reference { max-width: 80rem; margin-inline: auto; padding-inline: 1.25rem }
.reference main { max-width: 50rem; margin: 0; padding: 2rem 0 4rem; min-width: 0 }
.contents ul { padding: 0; margin: .2rem 0 1rem; list-style: none }
.contents li { margin: 0 }
.contents a {
  display: block; padding: .22rem .5rem; border-radius: .35rem; color: var(--text); text-decoration: none;
  font-size: .92rem; line-height: 1.4;
}
.contents a:hover { background: var(--soft); color: var(--accent) }
.contents .group { font-weight: 650; margin-top: .5rem }
aside.contents { display: none }
details.contents { margin: 1rem 0 0; padding: .6rem 1rem; border: 1px solid var(--line); border-radius: .6rem }
summary { cursor: pointer }
details.contents summary { font-weight: 650 }
@media (min-width: 62rem) {
  .reference { display: grid; grid-template-columns: 16rem minmax(0, 1fr); gap: 3rem }
  aside.contents {
    display: block; position: sticky; top: 0; max-height: 100vh; overflow-y: auto; padding: 2rem 0;
    overscroll-behavior: contain;
  }
  details.contents { display: none }
}

.reference h2 { margin-top: 3.2rem; padding-top: 1.2rem; border-top: 1px solid var(--line) }
.reference h3 { margin-top: 2.6rem }
.reference h4 { margin: 1.5em 0 .4em; font-size: .8rem; letter-spacing: .05em; text-transform: uppercase; color: var(--muted) }
.anchor { color: inherit; text-decoration: none }
.anchor:hover::after { content: " #"; color: var(--muted) }
.call {
  display: flex; flex-wrap: wrap; align-items: baseline; gap: .3rem .7rem; padding: .55rem .8rem;
  border: 1px solid var(--line); border-radius: .5rem; background: var(--soft); overflow-wrap: anywhere;
}
.call code, .fields dt code { padding: 0; border: 0; background: none }
.method { font: 700 .8rem/1 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; color: var(--accent) }
.method.delete { color: #b3261e }
.fields { margin: 0 0 1.15em; border-top: 1px solid var(--line) }
.fields dt { display: flex; flex-wrap: wrap; align-items: baseline; gap: .1rem .7rem; padding-top: .5rem; font-weight: 400 }
.fields dt > :first-child { font-weight: 650 }
.fields dd { margin: 0; padding-bottom: .5rem; border-bottom: 1px solid var(--line); font-size: .95rem; line-height: 1.5 }
.fields dd > :last-child { margin-bottom: 0 }
.fields dd .fields { margin: .4rem 0 0 1rem; border-top: 0 }
.fields dd .fields dd:last-child { border-bottom: 0 }
.type, .rule { color: var(--muted); font-size: .9em }
.must { color: var(--accent); font-size: .85em; font-weight: 600 }
.errors td:first-child, .errors td:nth-child(2) { white-space: nowrap }
.answer > summary { padding-block: .3rem }
.schema { scroll-margin-top: 1rem }
.schema:target, section:target > h3, dt:target { background: var(--soft); box-shadow: 0 0 0 .4rem var(--soft); border-radius: .2rem }
@media (prefers-color-scheme: dark) { .method.delete { color: #ff9d94 } }
@media print { .bar, .contents { display: none } .reference { display: block } }
`;
