import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';

type Statement = { Sid: string; Action: string | string[] };
type Role = { cluster_permissions: string[]; index_permissions: { index_patterns: string[] }[] };

function read(file: string): string {
  return readFileSync(`deploy/rights/${file}`, 'utf8');
}

describe('least rights', () => {
  it('of Redis are the line that SECURITY.md has, which is tried with the counters', () => {
    const [, line] = /^ACL SETUSER (quire .*)$/m.exec(readFileSync('SECURITY.md', 'utf8')) ?? [];
    expect(read('redis.acl')).to.equal(`user ${line}\n`);
  });

  it('of the bucket are those of the calls that the adapter makes', () => {
    const folder = 'src/adapters/s3';
    const calls = readdirSync(folder)
      .map((file) => readFileSync(`${folder}/${file}`, 'utf8'))
      .flatMap((text) => text.match(/(?<=new )\w+(?=Command\()/g) ?? []);
    const needed = [...new Set(calls)].map((call) => (call === 'ListObjectsV2' ? 's3:ListBucket' : `s3:${call}`));
    const { Statement: statements } = JSON.parse(read('s3-policy.json')) as { Statement: Statement[] };
    const allowed = statements.filter(({ Sid }) => Sid !== 'Encryption').flatMap(({ Action }) => Action);
    expect(new Set(allowed)).to.deep.equal(new Set(needed));
  });

  it('of OpenSearch name the indices of the default prefix', () => {
    const { index_permissions: permissions } = JSON.parse(read('opensearch-role.json')) as Role;
    expect(permissions[0]?.index_patterns).to.deep.equal(['quire', 'quire-*']);
  });
});
