import { expect } from 'chai';
import { QuireError, type FieldFault } from '../../src/domain/errors.js';
import { checkTaggedTitle } from '../../src/domain/content/tagged-title.js';

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

const check = (title: string, tags: unknown) => faultsOf(() => checkTaggedTitle({ title, metadata: { tags } }));

describe('the title of a document with tags', () => {
  it('counts in UTF-8 bytes as it is folded', () => {
    // Two bytes as sent, three as folded.
    expect(check('Ⱥ'.repeat(256), tagsOf(128))).to.have.length(1);
    expect(check('Ⱥ'.repeat(256), tagsOf(85))).to.deep.equal([]);
    expect(check('😀'.repeat(500), tagsOf(32))).to.deep.equal([]);
    expect(check('😀'.repeat(500), tagsOf(33))).to.have.length(1);
  });

  it('counts a tag as often as it was sent', () => {
    expect(check('x'.repeat(256), new Array(257).fill('same'))).to.have.length(1);
  });

  it('is as long as any title may be without tags', () => {
    for (const tags of [undefined, null, []]) expect(check('😀'.repeat(500), tags)).to.deep.equal([]);
    expect(faultsOf(() => checkTaggedTitle({ title: 'x', metadata: null }))).to.deep.equal([]);
  });
});
