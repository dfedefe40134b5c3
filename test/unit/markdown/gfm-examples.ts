/** What GFM adds to CommonMark, as in its specification and its documentation. */
export const GFM_EXAMPLES: readonly (readonly [name: string, markdown: string])[] = [
  ['a table', '| foo | bar |\n| --- | --- |\n| baz | bim |\n'],
  ['a table with alignments and without outer pipes', '| abc | defghi |\n:-: | -----------:\nbar | baz\n'],
  ['pipes in cells', '| f\\|oo  |\n| ------ |\n| b `\\|` az |\n| b **\\|** im |\n'],
  ['a table that a quote ends', '| abc | def |\n| --- | --- |\n| bar | baz |\n> bar\n'],
  ['a table that a blank line ends', '| abc | def |\n| --- | --- |\n| bar | baz |\nbar\n\nbar\n'],
  ['a rule of another width than the head', '| abc | def |\n| --- |\n| bar |\n'],
  ['rows of other widths than the head', '| abc | def |\n| --- | --- |\n| bar |\n| bar | baz | boo |\n'],
  ['a table without rows', '| abc | def |\n| --- | --- |\n'],
  ['links by reference in cells', '|a|b|\n|-|-|\n|`\\|` [x] \\| [y][x]|![z][x]|\n\n[x]: https://a.example/(b "c|d")\n'],
  ['tasks', '- [ ] foo\n- [x] bar\n'],
  ['tasks in tasks', '- [x] foo\n  - [ ] bar\n  - [x] baz\n- [ ] bim\n'],
  ['tasks in paragraphs', '1. [x] foo\n\n2. [ ] bar\n'],
  ['text that is struck through', '~~Hi~~ Hello, ~there~ world!\n\nThis ~~has a\n\nnew paragraph~~.\n'],
  ['bare addresses', 'Visit https://commonmark.org/help.\n\n(http://a.example/b_(c)) and <https://d.example>\n'],
  ['a footnote', 'A note[^1].\n\n[^1]: The note.\n'],
  ['footnotes with names, in another order', 'One[^b] two[^a] three[^b].\n\n[^a]: A\n[^b]: B\n\nEnd.\n'],
  [
    'a footnote of several blocks',
    'One[^a].\n\n[^a]: A\n\n    B\n\n    - c\n\n        code\n\n    ```\n    d\n    ```\n\nEnd.\n',
  ],
  ['a footnote that begins on the next line', 'One[^a].\n\n[^a]:\n    A\n'],
  [
    'links by reference and a footnote in a footnote',
    'One[^a].\n\n[^a]: [x] and[^b]\n[^b]: B\n\n[x]: https://a.example\n',
  ],
  [
    'footnotes in a heading, a list, a quote and a table',
    '# A[^1]\n\n- b[^2]\n\n> c[^1]\n\n|d[^3]|\n|-|\n|e|\n\n[^1]: x\n[^2]: y\n[^3]: z\n',
  ],
  [
    'more than nine footnotes',
    `${Array.from({ length: 11 }, (_, at) => `a[^n${at}]`).join(' ')}\n\n${Array.from({ length: 11 }, (_, at) => `[^n${at}]: b\n\n    c\n`).join('')}`,
  ],
];
