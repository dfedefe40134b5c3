import { expect } from 'chai';
import { isFromThisMachine } from '../../src/http/pages/pages.js';

describe('a request', () => {
  const from = (hostname: string, headers: Record<string, string> = {}) => isFromThisMachine({ hostname, headers });

  it('to a loopback name is from this machine', () => {
    for (const name of ['localhost', '127.0.0.1', '[::1]']) expect(from(name), name).to.equal(true);
  });

  it('to another name is not', () => {
    for (const name of ['docs.example', 'localhost.example', '']) expect(from(name), name).to.equal(false);
  });

  for (const header of ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'via', 'x-real-ip']) {
    it(`that a proxy passed on with ${header} is not, whatever its value`, () => {
      for (const value of ['127.0.0.1', '203.0.113.7', ''])
        expect(from('localhost', { [header]: value })).to.equal(false);
    });
  }
});
