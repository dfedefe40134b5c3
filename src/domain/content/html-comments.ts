const COMMENT = /\s*<!--[^]*?-->\s*/y;

/** Whether HTML has nothing but comments, which no reader sees. */
export function isOnlyComments(html: string): boolean {
  COMMENT.lastIndex = 0;
  while (COMMENT.lastIndex < html.length) {
    if (!COMMENT.test(html)) return false;
  }
  return html !== '';
}

const COMMENTS = /<!--[^]*?(?:-->|$)/g;

/** HTML with `instead` of its comments. One that nothing closes ends with the text, as in browsers. */
export function withoutComments(html: string, instead = ''): string {
  return html.replace(COMMENTS, instead);
}
