import { expect } from 'chai';
import { CollectedLines } from '../../src/observability/collected-lines.js';

function collected() {
  const written: string[] = [];
  let isWritten = (): void => undefined;
  const nextWrite = new Promise<void>((resolve) => (isWritten = resolve));
  const output = {
    write(lines: string) {
      written.push(lines);
      isWritten();
    },
  };
  return { written, nextWrite, lines: new CollectedLines(output) };
}

describe('CollectedLines', () => {
  it('writes lines of the same moment together, soon', async () => {
    const { written, nextWrite, lines } = collected();
    lines.write('one\n');
    lines.write('two\n');
    expect(written).to.deep.equal([]);
    await nextWrite;
    expect(written).to.deep.equal(['one\ntwo\n']);
  });

  it('writes once what is flushed', () => {
    const { written, lines } = collected();
    lines.write('one\n');
    lines.flush();
    lines.flush();
    lines.write('two\n');
    lines.flush();
    expect(written).to.deep.equal(['one\n', 'two\n']);
  });

  it('keeps no more than 16 KB', () => {
    const { written, lines } = collected();
    const line = `${'x'.repeat(999)}\n`;
    for (let n = 0; n < 40; n++) lines.write(line);
    expect(written.map(({ length }) => length)).to.deep.equal([17_000, 17_000]);
    lines.flush();
    expect(written.join('')).to.equal(line.repeat(40));
  });
});
