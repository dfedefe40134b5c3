/**
 * A use of a definition, or text like one. `label`: text like the beginning of a definition. From `start` to `end` in
 * the inline text is what names it.
 */
export type InlineNote = { start: number; end: number } & (
  | { kind: 'reference'; href: string; title: string }
  | { kind: 'footnote'; label: string }
  | { kind: 'text' | 'label' }
  | { kind: 'html'; html: string }
);

/** Lines from 0; `end` is the line after. */
export type FootnoteDefinition = { label: string; start: number; end: number };

export type Environment = {
  references?: Record<string, { href: string }>;
  footnotes?: { refs?: Record<string, number> };
  definitions: FootnoteDefinition[];
  /** Of links: from `start` to `end` in the source. */
  linkDefinitions: { start: number; end: number }[];
  /** Whether the place is in the definition of a footnote. */
  isInDefinition?: boolean;
  notes: InlineNote[];
  /** Whether HTML is noted, too. */
  notesHtml?: boolean;
};

export function newEnvironment(): Environment {
  return { definitions: [], linkDefinitions: [], notes: [] };
}
