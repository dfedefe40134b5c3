import { expect } from 'chai';
import { idempotencyMark, isSameRequest } from '../../src/domain/idempotency.js';
import { placedMark } from '../../src/operations/folders/plan-placement.js';

describe('the mark of a request with a path', () => {
  const keyed = { key: 'k', digest: 'd' };
  const requestOf = ({ digest }: typeof keyed, place: object) => ({ push: digest, ...place });
  const asked = { path: ['a', 'b'] };
  const mark = (folderId: string, path = asked.path) =>
    placedMark({ scope: 's', keyed, asked: { path }, placement: { folderId } }, requestOf);

  it('is the same wherever the path leads, and another for another path', () => {
    expect(isSameRequest(mark('1'), mark('2'))).to.equal(true);
    expect(isSameRequest(mark('1'), mark('1', ['a', 'c']))).to.equal(false);
    expect(isSameRequest(mark('1'), mark('1', ['a/b']))).to.equal(false);
  });

  it('takes the mark that earlier releases made of the folder', () => {
    const former = idempotencyMark('s', 'k', { push: 'd', folderId: '1' });
    expect(isSameRequest(mark('1'), former)).to.equal(true);
    expect(isSameRequest(mark('2'), former)).to.equal(false);
  });
});
