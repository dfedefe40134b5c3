/**
 * What a search with words finds, a sentence of the rules with an example each. `rank`: as of `rankOf`; undefined: the
 * document is not found.
 */
export type Example = {
  rule: string;
  text: string;
  title: string;
  blocks?: readonly string[];
  rank: number | undefined;
};

export const EXAMPLES: readonly Example[] = [
  { rule: 'case does not count', text: 'big HOUSE', title: 'Big House', rank: 0 },
  { rule: 'case does not count: sharp s', text: 'STRASSE', title: 'Straße', rank: 0 },
  { rule: 'case does not count: final sigma', text: 'οδοσ', title: 'Οδός', rank: 0 },
  { rule: 'marks on Latin letters do not count', text: 'resume', title: 'Résumé', rank: 0 },
  { rule: 'marks on Latin letters do not count', text: 'Résumé', title: 'Resume', rank: 0 },
  { rule: 'marks on Greek letters do not count', text: 'ελλαδα', title: 'Ελλάδα', rank: 0 },
  { rule: 'marks on Cyrillic letters do not count', text: 'елка', title: 'Ёлка', rank: 0 },
  { rule: 'marks of other scripts count', text: 'हिन्दि', title: 'हिन्दी', rank: undefined },
  { rule: 'a word is letters, marks and digits', text: 'v2', title: 'Draft (v2)', rank: 2 },
  { rule: 'a part of a word is no word', text: 'v ', title: 'Draft (v2)', rank: undefined },
  { rule: 'all else separates', text: 'house big', title: 'A house/big', rank: 2 },
  { rule: 'a written group is a phrase', text: 'big-house', title: 'The big house', rank: 2 },
  { rule: 'a written group is a phrase', text: 'node.js', title: 'js on node', rank: undefined },
  { rule: 'a written group is a phrase', text: "don't", title: 'T. Don', rank: undefined },
  { rule: 'Han is found wherever it stands', text: '本語', title: '日本語', rank: 2 },
  { rule: 'Han that is not side by side is not found', text: '日語', title: '日本語', rank: undefined },
  { rule: 'one character is found at the beginning', text: '日', title: '日本語', rank: 1 },
  { rule: 'one character is found within', text: '本', title: '日本語', rank: 2 },
  { rule: 'one character is found at the end', text: '語 ', title: '日本語', rank: 2 },
  { rule: 'Kana is found wherever it stands', text: 'ート', title: 'ノートの例', rank: 2 },
  { rule: 'Hangul is found wherever it stands', text: '한민', title: '대한민국', rank: 2 },
  { rule: 'Thai is found wherever it stands', text: 'ภาษา', title: 'การค้นหาภาษาไทย', rank: 2 },
  { rule: 'Lao is found wherever it stands', text: 'ລາວ', title: 'ພາສາລາວ', rank: 2 },
  { rule: 'Khmer is found wherever it stands', text: 'ខ្មែរ', title: 'ភាសាខ្មែរ', rank: 2 },
  { rule: 'Myanmar is found wherever it stands', text: 'မာ', title: 'မြန်မာစာ', rank: 2 },
  { rule: 'a change of script parts words', text: '日本', title: 'Node日本', rank: 2 },
  { rule: 'a change of script parts words', text: 'Node日', title: 'Node日本', rank: 1 },
  { rule: 'words may be in title and blocks', text: 'big house', title: 'House', blocks: ['It is big.'], rank: 5 },
  { rule: 'words may be in several blocks', text: 'big house', title: 'A', blocks: ['big', 'house'], rank: 5 },
  { rule: 'all words must occur', text: 'big red house', title: 'Big house', blocks: ['blue'], rank: undefined },
  { rule: 'the last word is a prefix', text: 'big hou', title: 'Big house', rank: 1 },
  { rule: 'the others are whole', text: 'bi house', title: 'Big house', rank: undefined },
  { rule: 'a space ends the last word', text: 'big hou ', title: 'Big house', rank: undefined },
  { rule: 'a quote ends the last word', text: '"big hou"', title: 'Big house', rank: undefined },
  { rule: 'a quote that is not closed does not', text: '"big hou', title: 'A big house', rank: 2 },
  { rule: 'quotes make a phrase', text: '"big house"', title: 'A', blocks: ['the big house'], rank: 4 },
  { rule: 'a phrase is in its order', text: '"big house"', title: 'A', blocks: ['house, big'], rank: undefined },
  { rule: 'a phrase is in one block', text: '"big house"', title: 'Big', blocks: ['big', 'house'], rank: undefined },
  { rule: 'a minus excludes', text: 'house -big', title: 'Big house', rank: undefined },
  { rule: 'a minus excludes', text: 'house -big', title: 'House', blocks: ['bigger'], rank: 0 },
  { rule: 'a minus excludes phrases', text: 'house -"big red"', title: 'House', blocks: ['big red'], rank: undefined },
  { rule: 'a minus excludes phrases', text: 'house -"big red"', title: 'House', blocks: ['red', 'big'], rank: 0 },
  { rule: 'a minus excludes groups', text: 'house -node.js', title: 'House', blocks: ['Node.js'], rank: undefined },
  { rule: 'two hyphens do not exclude', text: '--help', title: 'Help', rank: 0 },
  { rule: 'there are no other operators', text: 'big OR house', title: 'Big', rank: undefined },
  { rule: 'there are no wildcards', text: 'h*se', title: 'House', rank: undefined },
  { rule: 'there are no stop words', text: 'the ', title: 'House', rank: undefined },
  { rule: 'there is no stemming', text: 'houses', title: 'House', rank: undefined },
  { rule: 'title equals', text: 'big house', title: '“Big House!”', rank: 0 },
  { rule: 'title equals: in full', text: 'big hous', title: 'Big house', rank: 1 },
  { rule: 'title begins with', text: 'big house', title: 'Big house of cards', rank: 1 },
  { rule: 'title has the phrase', text: 'big house', title: 'The big house', rank: 2 },
  { rule: 'title has all words', text: 'big house', title: 'House, big', blocks: ['the big house'], rank: 3 },
  { rule: 'a block has the phrase', text: 'big house', title: 'House', blocks: ['A', 'a big house'], rank: 4 },
  { rule: 'all words occur', text: 'big house', title: 'A', blocks: ['a house is big'], rank: 5 },
];
