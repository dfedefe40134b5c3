import { listWords } from '../../../src/domain/words/words.js';
import { atOnce } from '../../../src/platform/in-turns.js';

export function wordsOf(text: string): string[] {
  return atOnce(listWords(text));
}
