import { execFileSync } from 'node:child_process';
import { expect } from 'chai';
import { quire } from './quire.js';

describe('cli: completion', () => {
  const scriptFor = async (shell: string) => (await quire({}, 'completion', shell)).stdout;

  it('offers commands and options in bash', async () => {
    const script = await scriptFor('bash');
    const offered = (...words: string[]) =>
      execFileSync(
        'bash',
        [
          '--norc',
          '-uc',
          `${script}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _quire; printf '%s\\n' "\${COMPREPLY[@]-}"`,
          'bash',
          'quire',
          ...words,
        ],
        { encoding: 'utf8' },
      ).trim();
    expect(offered('se').split('\n')).to.deep.equal(['serve', 'search']);
    expect(offered('keys', 'r').split('\n')).to.deep.equal(['rotate', 'revoke']);
    expect(offered('keys', 'create', '--o')).to.equal('--owner');
    expect(offered('search', 'keys', '--ta')).to.equal('--tag');
    expect(offered('rm', '--r')).to.equal('--recursive');
    expect(offered('get', '').split('\n')).to.deep.equal(['']);
    expect(offered('').split('\n')).to.include.members(['keys', 'diff', 'completion']);
    expect(offered('--').split('\n')).to.include.members(['--version', '--help']);
  });

  it('is the same function in zsh, and a line for each word in fish', async () => {
    expect(await scriptFor('zsh'))
      .to.match(/^autoload -U \+X bashcompinit/)
      .and.include(await scriptFor('bash'));
    const fish = (await scriptFor('fish')).trimEnd().split('\n');
    expect(fish.some((line) => /^complete -c quire -f -n 'not \S+from serve .*' -a get -d 'print/.test(line))).to.be
      .true;
    expect(fish).to.include(
      "complete -c quire -n '__fish_seen_subcommand_from search' -l tag -d 'only documents with this tag; may be repeated'",
    );
    expect(
      fish.filter(
        (line) => !/^complete -c quire (-f )?-n '(?:[^'\\]|\\.)*' -[al] \S+ -d '(?:[^'\\]|\\.)*'$/.test(line),
      ),
    ).to.deep.equal([]);
  });

  it('refuses another shell', async () => {
    expect((await quire({}, 'completion', 'cmd')).code).to.equal(2);
  });
});
