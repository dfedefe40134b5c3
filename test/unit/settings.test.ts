import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { readConfig } from '../../src/config/read-config.js';

/** Every variable that the configuration reads, in either mode. */
function variablesRead(): Set<string> {
  const names = new Set<string>();
  const given: Record<string, string> = {
    OPENSEARCH_URL: 'http://search.test',
    S3_BUCKET: 'documents',
    REDIS_URL: 'redis://counters.test',
  };
  const modes: Record<string, string>[] = [
    { MODE: 'embedded' },
    { ...given, OPENSEARCH_AUTH: 'sigv4', AWS_REGION: 'eu-west-1' },
    { ...given, OPENSEARCH_USERNAME: 'quire', OPENSEARCH_PASSWORD: 'secret' },
  ];
  for (const env of modes) {
    readConfig(
      new Proxy(env, {
        get: (target, name) => {
          names.add(String(name));
          return target[String(name)];
        },
      }),
    );
  }
  names.delete('AWS_DEFAULT_REGION');
  return names;
}

function namesIn(file: string, pattern: RegExp): Set<string> {
  return new Set([...readFileSync(file, 'utf8').matchAll(pattern)].map((match) => String(match[1])));
}

describe('settings', () => {
  it('are each listed in the README, and nothing else is', () => {
    expect(namesIn('README.md', /^\| `([A-Z0-9_]+)` \|/gm)).to.deep.equal(variablesRead());
  });

  it('are each listed in .env.example, and nothing else is', () => {
    expect(namesIn('.env.example', /^# ([A-Z0-9_]+)=/gm)).to.deep.equal(variablesRead());
  });
});
