import { expect } from 'chai';
import { clientNetwork } from '../../src/http/limits/client-network.js';

const ONE_64 = '2001:db8:0:a::/64';

const CASES: [string, string][] = [
  ['192.0.2.7', '192.0.2.7'],
  ['0.0.0.0', '0.0.0.0'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:C000:0207', '192.0.2.7'],
  ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
  ['192.0.2.7:4711', '192.0.2.7'],
  ['[::ffff:192.0.2.7]:4711', '192.0.2.7'],
  ['2001:db8:0:a::1', ONE_64],
  ['2001:db8:0:a:ffff:ffff:ffff:ffff', ONE_64],
  ['2001:0DB8:0000:000A::', ONE_64],
  ['2001:db8:0:a:0:0:192.0.2.7', ONE_64],
  ['[2001:db8:0:a::1]', ONE_64],
  ['[2001:db8:0:a::1]:4711', ONE_64],
  ['2001:db8:0:b::1', '2001:db8:0:b::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['fe80::2%1', 'fe80:0:0:0::/64'],
];

const UNPARSABLE = [
  '',
  'unknown',
  '_hidden',
  '192.0.2',
  '192.0.2.256',
  '192.0.2.7.',
  '1:2',
  ':::',
  '%',
  '[]',
  '[x]:1',
  'x:1',
];

describe('the network of a client', () => {
  for (const [ip, network] of CASES) {
    it(`is ${network} for ${ip}`, () => {
      expect(clientNetwork(ip)).to.equal(network);
    });
  }

  it('is the text itself where that is no address', () => {
    for (const text of UNPARSABLE) expect(clientNetwork(text)).to.equal(text);
  });
});
