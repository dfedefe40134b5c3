import { readFileSync } from 'node:fs';
import { expect } from 'chai';

const dockerfile = readFileSync('Dockerfile', 'utf8');
const allowed = readFileSync('.dockerignore', 'utf8').matchAll(/^!(.+)$/gm);

describe('the image', () => {
  it('has the version of the package on its label, as the chart does', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(/image\.version=(\S+)/.exec(dockerfile)?.[1]).to.equal(version);
    expect(readFileSync('deploy/helm/quire/Chart.yaml', 'utf8')).to.include(`\nappVersion: ${version}\n`);
  });

  it('copies nothing that .dockerignore keeps out', () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names]) =>
      String(names).split(' '),
    );
    expect(new Set(copied)).to.deep.equal(new Set([...allowed].map(([, name]) => name)));
  });

  it('leaves the mode to the variables', () => {
    expect(dockerfile).not.to.match(/\bMODE=/);
  });
});
