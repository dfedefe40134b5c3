const LONGEST_SLUG = 80;
/** With the number that makes it unique. */
export const LONGEST_ANCHOR = LONGEST_SLUG + 8;
/** Normalisation takes a time that grows with the square of a run of combining marks. A slug needs no more. */
const LOOKED_AT = 4 * LONGEST_SLUG;
const OTHERS = /[^\p{L}\p{M}\p{N}]+/gu;
const WITHOUT_WORDS = 'section';

/** Letters, digits and dashes: nothing that means anything in HTML or in an address. */
function slugOf(words: string): string {
  const whole = words.slice(0, LOOKED_AT).toLowerCase().normalize().replace(OTHERS, '-').replace(/^-/, '');
  return (
    whole
      .slice(0, LONGEST_SLUG)
      .replace(/[\uD800-\uDBFF]$/, '')
      .replace(/-$/, '') || WITHOUT_WORDS
  );
}

/** The identifiers of a document's headings, in their order: each is unique, and the same in all parts. */
export class Anchors {
  readonly #taken = new Map<string, number>();

  next(words: string): string {
    const slug = slugOf(words);
    let anchor = slug;
    for (let number = this.#taken.get(slug) ?? 0; this.#taken.has(anchor); anchor = `${slug}-${number}`) {
      number += 1;
      this.#taken.set(slug, number);
    }
    this.#taken.set(anchor, this.#taken.get(anchor) ?? 0);
    return anchor;
  }
}
