import { expect } from 'chai';
import { QuireError, validationError } from '../../src/domain/errors.js';
import { faultText, quoted } from '../../src/domain/fault-text.js';

const SENTENCES: [path: string, message: string, text: string][] = [
  ['/blocks/0/type', 'must be one of code, list', 'blocks[0].type must be one of code, list.'],
  ['/title', 'is required', 'title is required.'],
  ['/document/blocks/12/content', 'must be string', 'document.blocks[12].content must be a string.'],
  ['/folder_id', 'must be string,null', 'folder_id must be a string or null.'],
  ['/title', 'must NOT have more than 500 characters', 'title must not have more than 500 characters.'],
  ['/metadata/a b/c~1d~0e/listType', 'is not valid', 'metadata["a b"]["c/d~e"].listType is not valid.'],
  ['/metadata/\u0000/é', 'is not valid', 'metadata["\\u0000"].é is not valid.'],
  ['If-Match', 'must be * or a list of entity tags', 'If-Match must be * or a list of entity tags.'],
  ['', 'is not valid JSON', 'The body is not valid JSON.'],
];

describe('faultText', () => {
  for (const [path, message, text] of SENTENCES) {
    it(`says ${JSON.stringify(text)}`, () => {
      expect(faultText({ path, message })).to.equal(text);
    });
  }

  it('cuts what a caller may make as long as a body', () => {
    expect(faultText({ path: `/metadata/${'x'.repeat(100_000)}`, message: 'is bad' })).to.have.length.below(250);
    expect(quoted('"'.repeat(100_000))).to.have.length.below(450);
  });
});

describe('a validation error', () => {
  it('says its first fault in the public message, which no log line has', () => {
    const error = validationError([
      { path: '/title', message: 'is required' },
      { path: '/blocks', message: 'is required' },
    ]);
    expect(error.publicMessage).to.equal('title is required.');
    expect(error.message).to.equal('The request is not valid.');
    expect((error.details['errors'] as object[]).length).to.equal(2);
  });
});

describe('an error without a message of its own', () => {
  it('has the message of the table', () => {
    expect(new QuireError('NOT_OWNER').publicMessage).to.equal('Only the owner of the document may do this.');
  });
});
