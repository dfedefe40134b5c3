import { expect } from 'chai';
import { isSamePlace, nameOf } from '../../src/cli/commands/sync.js';
import type { LogLocation } from '../../src/config/config.js';
import { readPlaces } from '../../src/config/read-places.js';

const ENV = {
  S3_ENDPOINT: 'http://127.0.0.1:9000',
  S3_FORCE_PATH_STYLE: 'true',
  S3_KMS_KEY_ID: 'k',
  AWS_REGION: 'eu-west-1',
};

const place = (text: string, env: Record<string, string> = ENV): LogLocation =>
  readPlaces(env, { '--from': text })['--from'];

describe('places of logs', () => {
  it('are a folder by any path', () => {
    for (const text of ['./data', '/var/lib/quire', 'data', 's3', '..', 'a:b']) {
      expect(place(text), text).to.deep.equal({ mode: 'embedded', dataDir: text });
    }
  });

  it('are a bucket with a prefix or without, reached as the service reaches its own', () => {
    const connection = {
      endpoint: 'http://127.0.0.1:9000',
      forcePathStyle: true,
      kmsKeyId: 'k',
      region: 'eu-west-1',
      timeoutMs: 10_000,
    };
    for (const [text, bucket, prefix] of [
      ['s3://docs', 'docs', ''],
      ['s3://docs/', 'docs', ''],
      ['s3://docs/a', 'docs', 'a/'],
      ['s3://my.docs-1/a/b/', 'my.docs-1', 'a/b/'],
    ] as const) {
      expect(place(text), text).to.deep.equal({ mode: 'cluster', s3: { bucket, prefix, ...connection } });
    }
  });

  it('have a name to be printed', () => {
    expect(['./data', 's3://docs', 's3://docs/a/b/'].map((text) => nameOf(place(text)))).to.deep.equal([
      './data',
      's3://docs/',
      's3://docs/a/b',
    ]);
  });

  it('are refused where they are neither, all faults at once', () => {
    for (const text of [
      '',
      's3://',
      's3:///a',
      's3://a',
      's3://user:pass@docs/a',
      's3://docs/a b',
      'http://docs/a',
      'S3://docs',
    ]) {
      expect(() => place(text), text).to.throw(/--from/);
    }
    const env = { S3_TIMEOUT_MS: 'soon' };
    expect(() => readPlaces(env, { '--from': 'gs://docs', '--to': 's3://docs/?' }))
      .to.throw(/--from must be a folder[^]*--to: the prefix/)
      .with.property('message')
      .that.matches(/S3_TIMEOUT_MS/);
  });

  it('do not read what a folder does not need', () => {
    expect(place('./data', { S3_TIMEOUT_MS: 'soon', PORT: 'x', S3_BUCKET: 'alone' }).mode).to.equal('embedded');
  });

  it('are the same by every name that leads there', async () => {
    const pairs: [string, string, boolean][] = [
      ['./data', 'data/', true],
      ['./data', './data/../data', true],
      ['./data', './other', false],
      ['s3://docs/a', 's3://docs/a/', true],
      ['s3://docs/a', 's3://docs/b', false],
      ['s3://docs', 's3://docs2', false],
      ['./docs', 's3://docs', false],
    ];
    for (const [one, other, same] of pairs)
      expect(await isSamePlace(place(one), place(other)), `${one} ${other}`).to.equal(same);
  });
});
