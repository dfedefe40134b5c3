import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { parse } from 'yaml';

const unit = readFileSync('deploy/systemd/quire.service', 'utf8');

function valueOf(name: string): string {
  return new RegExp(`^${name}=(.+)$`, 'm').exec(unit)?.[1] ?? '';
}

describe('the systemd unit', () => {
  it('starts the program of the package', () => {
    const { bin } = parse(readFileSync('package.json', 'utf8')) as { bin: { quire: string } };
    const [, file = '', command] = /^\/usr\/bin\/node \/opt\/quire\/(\S+) (\S+)$/.exec(valueOf('ExecStart')) ?? [];
    expect(file).to.equal(bin.quire);
    expect(existsSync(file)).to.equal(true);
    expect(command).to.equal('serve');
  });

  it('keeps its data in the folder that systemd makes', () => {
    expect(valueOf('Environment')).to.include(`DATA_DIR=/var/lib/${valueOf('StateDirectory')}`);
  });
});
