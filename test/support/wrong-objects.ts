/** In the place of what JSON.stringify could not write. */
const DEEP = 'deep';

type Fields = Record<string, unknown>;
/** What somebody may have put in the place of an object: each makes another one of the stored fields. */
type Wrong = Record<string, (stored: Fields) => Fields>;

const CREATED = { kind: 'create', id: 'A'.repeat(24), name: 'a', parent_id: null };

export const WRONG_VERSIONS: Wrong = {
  'no title': ({ title: _, ...rest }) => rest,
  'a title that is a number': (stored) => ({ ...stored, title: 5 }),
  'a title that no index can hold': (stored) => ({ ...stored, title: 'x'.repeat(33_000) }),
  'blocks that are null': (stored) => ({ ...stored, blocks: null }),
  'another version number': (stored) => ({ ...stored, version: 7 }),
  'a version number in text': (stored) => ({ ...stored, version: '1' }),
  'another identifier': (stored) => ({ ...stored, id: 'A'.repeat(24) }),
  'an owner with a path': (stored) => ({ ...stored, owner: '../x' }),
  'a time that is none': (stored) => ({ ...stored, created_at: '2026-02-31T00:00:00.000Z' }),
  'a block whose content is an object': (stored) => ({ ...stored, blocks: [blockWith({ content: {} })] }),
  'a block of an unknown type': (stored) => ({ ...stored, blocks: [blockWith({ type: 'video' })] }),
  'block metadata that is a list': (stored) => ({ ...stored, blocks: [blockWith({ metadata: [] })] }),
  'a tag that is a number': (stored) => ({ ...stored, metadata: { tags: ['a', 1] } }),
  'a tag that no index can hold': (stored) => ({ ...stored, metadata: { tags: ['x'.repeat(33_000)] } }),
  'metadata of 20,000 levels': (stored) => ({ ...stored, metadata: DEEP }),
  'a deletion that is not true': (stored) => ({ ...stored, deleted: 'yes' }),
  'a tombstone without its time': ({ created_at: _, ...rest }) => ({ ...rest, deleted: true }),
};

export const WRONG_FOLDERS: Wrong = {
  'no name': ({ name: _, ...rest }) => rest,
  'a name that is a number': (stored) => ({ ...stored, name: 5 }),
  'a name that no index can hold': (stored) => ({ ...stored, name: 'x'.repeat(2_000) }),
  'a depth in text': (stored) => ({ ...stored, depth: '0' }),
  'a parent that is no identifier': (stored) => ({ ...stored, parent_id: 'x'.repeat(3_000) }),
  'another identifier': (stored) => ({ ...stored, id: 'A'.repeat(24) }),
};

export const WRONG_FOLDER_ENTRIES: Wrong = {
  'no changes': ({ changes: _, ...rest }) => rest,
  'changes that are no list': (stored) => ({ ...stored, changes: {} }),
  'a change of an unknown kind': (stored) => ({ ...stored, changes: [{ kind: 'swap', id: 'A'.repeat(24) }] }),
  'a name that is a number': (stored) => ({ ...stored, changes: [{ ...CREATED, name: 5 }] }),
  'a parent that is no identifier': (stored) => ({ ...stored, changes: [{ ...CREATED, parent_id: '../x' }] }),
  'another owner': (stored) => ({ ...stored, owner: 'another' }),
  'another number': (stored) => ({ ...stored, number: 7 }),
};

export const WRONG_LIVES: Wrong = {
  'no key': ({ key: _, ...rest }) => rest,
  'a key that is too long': (stored) => ({ ...stored, key: 'x'.repeat(513) }),
  'no identifier': ({ id: _, ...rest }) => rest,
  'an identifier with a path': (stored) => ({ ...stored, id: '../x' }),
  'another name': (stored) => ({ ...stored, name: 'A'.repeat(24) }),
  'another life': (stored) => ({ ...stored, life: 2 }),
  'marks that are no list': (stored) => ({ ...stored, marks: {} }),
  'a time that is none': (stored) => ({ ...stored, created_at: 'yesterday' }),
};

export function wrongBody(stored: Uint8Array, wrong: (stored: Fields) => Fields): Buffer {
  const fields = wrong(JSON.parse(Buffer.from(stored).toString()) as Fields);
  return Buffer.from(JSON.stringify(fields).replace(`"${DEEP}"`, '{"a":'.repeat(20_000) + '1' + '}'.repeat(20_000)));
}

function blockWith(wrong: Fields): Fields {
  return { id: 'b'.repeat(16), type: 'paragraph', content: 'Words.', metadata: null, ...wrong };
}
