import { readFileSync } from 'node:fs';
import { expect } from 'chai';

const FILES = ['Dockerfile', 'deploy/systemd/quire.service', 'package.json', 'test/bench/support/service.ts'];

describe('the space for young objects', () => {
  it('is the same in the image, in the systemd unit, under npm start and in the bench', () => {
    const sizes = FILES.map((file) => readFileSync(file, 'utf8').match(/--max-semi-space-size=\d+/g));
    expect(sizes).to.deep.equal(FILES.map(() => ['--max-semi-space-size=32']));
  });
});
