import { expect } from 'chai';
import { QuireError, type FieldFault } from '../../src/domain/errors.js';
import { TAGGED_TITLE_BYTES } from '../../src/domain/limits.js';
import { checkTaggedTitle } from '../../src/domain/tagged-title.js';
import { newVersion } from '../../src/operations/write/new-version.js';
import { makeVersions } from '../maintenance/planting.js';

const tagsOf = (count: number) => Array.from({ length: count }, (_, n) => `t${n}`);

function faultsOf(work: () => unknown): FieldFault[] {
  try {
    work();
  } catch (error) {
    if (error instanceof QuireError && error.code === 'VALIDATION_ERROR')
      return error.details['errors'] as FieldFault[];
    throw error;
  }
  return [];
}

const judge = (title: string, tags: unknown) => faultsOf(() => checkTaggedTitle({ title, metadata: { tags } }));

describe('the title of a document with tags', () => {
  it('is taken up to 65,536 bytes for all tags together, and not one byte beyond', () => {
    expect(TAGGED_TITLE_BYTES).to.equal(65_536);
    expect(judge('x'.repeat(64), tagsOf(1_000))).to.deep.equal([]);
    expect(judge('x'.repeat(256), tagsOf(256))).to.deep.equal([]);
    expect(judge('x'.repeat(256), tagsOf(257))).to.have.length(1);
    expect(judge('x'.repeat(257), tagsOf(256))).to.have.length(1);
  });

  it('is refused at the tags, with both numbers and the most that is taken', () => {
    const [fault] = judge('x'.repeat(66), tagsOf(1_000));
    expect(fault?.path).to.equal('/metadata/tags');
    expect(fault?.message).to.match(/\b1000 tags\b.*\b66 bytes\b.*\b66000\b.*\b65536\b/);
  });

  it('counts in UTF-8 bytes as it is folded', () => {
    // Two bytes as sent, three as folded.
    expect(judge('Ⱥ'.repeat(256), tagsOf(128))).to.have.length(1);
    expect(judge('Ⱥ'.repeat(256), tagsOf(85))).to.deep.equal([]);
    expect(judge('😀'.repeat(500), tagsOf(32))).to.deep.equal([]);
    expect(judge('😀'.repeat(500), tagsOf(33))).to.have.length(1);
  });

  it('counts a tag as often as it was sent', () => {
    expect(judge('x'.repeat(256), new Array(257).fill('same'))).to.have.length(1);
  });

  it('is as long as any title may be without tags', () => {
    for (const tags of [undefined, null, []]) expect(judge('😀'.repeat(500), tags)).to.deep.equal([]);
    expect(faultsOf(() => checkTaggedTitle({ title: 'x', metadata: null }))).to.deep.equal([]);
  });

  it('is judged wherever a version is made', () => {
    const [version] = makeVersions() as [ReturnType<typeof makeVersions>[0]];
    const parts = { document: version.document, version: 2, createdAt: version.createdAt, idempotency: null };
    const content = { ...version, title: 'x'.repeat(500), metadata: { tags: tagsOf(132) } };
    expect(faultsOf(() => newVersion(parts, content))).to.have.length(1);
  });
});
