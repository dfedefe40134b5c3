import type { JsonObject } from '../domain/json.js';

/** Where in the file the heading stands that is the title. `at`: the block before which it is. */
export type TitleHeading = { at: number; content: string; metadata: JsonObject };

/**
 * What the file says beyond title, metadata and blocks, kept under `quire` in the metadata. All is absent if the file
 * is as it would be written without it: the title is a heading of plain text before all blocks.
 */
export type Bookkeeping = {
  heading?: TitleHeading;
  /** The file has no title. This one came from its name. */
  file_title?: string;
  /** The fields of the document that the front matter has: `title`, `visibility`. */
  front_matter?: readonly string[];
  comments?: string;
};

export const BOOKKEEPING_KEY = 'quire';

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readHeading(value: unknown): { heading?: TitleHeading } {
  if (!isObject(value)) return {};
  const { at, content, metadata } = value;
  if (typeof at !== 'number' || typeof content !== 'string') return {};
  return { heading: { at, content, metadata: isObject(metadata) ? metadata : {} } };
}

/** Clients may have changed it. */
export function readBookkeeping(value: unknown): Bookkeeping {
  if (!isObject(value)) return {};
  const { heading, file_title, front_matter, comments } = value;
  return {
    ...readHeading(heading),
    ...(typeof file_title === 'string' && { file_title }),
    ...(Array.isArray(front_matter) && { front_matter: front_matter.map(String) }),
    ...(typeof comments === 'string' && { comments }),
  };
}
