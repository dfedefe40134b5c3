import { resolve } from 'node:path';
import { expect } from 'chai';
import { commandAt, commandAtFolder, withPlace } from '../../src/cli/process/command-at.js';

const CLUSTER = { OPENSEARCH_URL: 'http://search', S3_BUCKET: 'documents', REDIS_URL: 'redis://:secret@redis' };

describe('the command that reaches the same place', () => {
  it('is bare where the folder is the default', () => {
    for (const env of [{}, { DATA_DIR: '' }, { DATA_DIR: './data' }, { DATA_DIR: resolve('data') }]) {
      expect(commandAt(env)).to.equal('quire');
    }
  });

  it('carries the folder, whole and as one word of the shell', () => {
    expect(commandAt({ DATA_DIR: '/srv/quire' })).to.equal('DATA_DIR=/srv/quire quire');
    expect(commandAt({ DATA_DIR: '../x' })).to.equal(`DATA_DIR=${resolve('../x')} quire`);
    expect(commandAt({ DATA_DIR: "/it's $HOME" })).to.equal(`DATA_DIR='/it'\\''s $HOME' quire`);
  });

  it('carries the mode where a variable of a cluster is set, too', () => {
    expect(commandAt({ ...CLUSTER, MODE: 'embedded' })).to.equal('MODE=embedded quire');
    expect(commandAtFolder(CLUSTER, '/srv')).to.equal('MODE=embedded DATA_DIR=/srv quire');
  });

  it('carries nothing of a cluster, whose settings hold secrets', () => {
    expect(commandAt({ ...CLUSTER, DATA_DIR: '/srv' })).to.equal('quire');
    expect(commandAt({ MODE: 'cluster', DATA_DIR: '/srv' })).to.equal('quire');
  });

  it('is a script of npm where npm started the service, also from another folder', () => {
    const npm = { npm_lifecycle_event: 'start', npm_package_json: '/src/quire/package.json' };
    expect(commandAt({ ...npm, INIT_CWD: '/src/quire' })).to.equal('npm run quire --');
    expect(commandAt({ ...npm, INIT_CWD: '/home' })).to.equal('npm --prefix /src/quire run quire --');
  });

  it('takes the place of commands about a place in a message, and of no others', () => {
    const text = 'run `quire reindex`, `quire gc` or `quire login`: quire reindex';
    expect(withPlace(text, 'DATA_DIR=/$& quire')).to.equal(
      'run `DATA_DIR=/$& quire reindex`, `DATA_DIR=/$& quire gc` or `quire login`: quire reindex',
    );
  });
});
