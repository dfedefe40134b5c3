/** What the operations are about. */
export const TAGS = {
  documents: 'Documents of typed content blocks. Each has an address that shows its newest version.',
  folders: 'Folders, which hold documents and other folders.',
  limits: 'What the plan of a key allows.',
  versions: 'The versions of a document. They are numbered from 1 and never change.',
};

export type Tag = keyof typeof TAGS;
