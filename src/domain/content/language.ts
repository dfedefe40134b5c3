/** Tags in use are far shorter. */
const LONGEST_LANGUAGE = 100;

/** The tag as BCP 47 writes it; undefined if the text is none. */
export function canonicalLanguage(text: string): string | undefined {
  if (text.length > LONGEST_LANGUAGE) return undefined;
  try {
    return Intl.getCanonicalLocales(text)[0];
  } catch {
    return undefined;
  }
}
