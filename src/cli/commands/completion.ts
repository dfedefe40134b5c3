import { Argument, Command } from 'commander';
import type { ProcessContext } from '../process/process-context.js';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

const HELP = `
bash: eval "$(quire completion bash)" in ~/.bashrc
zsh:  eval "$(quire completion zsh)" in ~/.zshrc, after compinit
fish: quire completion fish | source, in ~/.config/fish/config.fish
`;

/** Needs every command to be loaded. */
export function completionCommand(io: ProcessContext): Command {
  return new Command('completion')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .addHelpText('after', HELP)
    .action((shell: Shell, _options: object, command: Command) => {
      io.print(SCRIPTS[shell](placesIn(command.parent as Command)), 'exact');
    });
}

type Word = { name: string; about: string };

/** Where a command line can be: after which commands, and what may follow. */
type CommandNode = { path: readonly string[]; commands: Word[]; options: Word[] };

const SCRIPTS: Record<Shell, (places: CommandNode[]) => string> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

function placesIn(command: Command, path: readonly string[] = []): CommandNode[] {
  const help = command.createHelp();
  const commands = help.visibleCommands(command);
  const place: CommandNode = {
    path,
    commands: commands.map((each) => ({ name: each.name(), about: each.description() })),
    options: help.visibleOptions(command).flatMap(({ long, description }) => {
      return long ? [{ name: long, about: description }] : [];
    }),
  };
  return [place, ...commands.flatMap((each) => placesIn(each, [...path, each.name()]))];
}

function bashScript(places: CommandNode[]): string {
  const steps = places.slice(1).map(({ path }) => `/${path.join('/')}`);
  const cases = places.map(({ path, commands, options }) => {
    const place = path.map((name) => `/${name}`).join('');
    return `    '${place}') commands='${namesOf(commands)}' options='${namesOf(options)}' ;;`;
  });
  return `_quire() {
  local i place= commands= options= current="\${COMP_WORDS[COMP_CWORD]}"
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$place/\${COMP_WORDS[i]}" in
      ${steps.join(' | ')}) place="$place/\${COMP_WORDS[i]}" ;;
    esac
  done
  case "$place" in
${cases.join('\n')}
  esac
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$options" -- "$current")) ;;
    *) COMPREPLY=($(compgen -W "$commands" -- "$current")) ;;
  esac
}
complete -o default -F _quire quire`;
}

/** zsh runs functions of bash. */
function zshScript(places: CommandNode[]): string {
  return `autoload -U +X bashcompinit && bashcompinit\n${bashScript(places)}`;
}

function fishScript(places: CommandNode[]): string {
  return places.flatMap((place) => fishLines(place)).join('\n');
}

function fishLines({ path, commands, options }: CommandNode): string[] {
  const seen = path.map((name) => `__fish_seen_subcommand_from ${name}`);
  const further = commands.length === 0 ? [] : [`not __fish_seen_subcommand_from ${namesOf(commands)}`];
  const condition = quoted([...seen, ...further].join('; and '));
  return [
    ...commands.map(({ name, about }) => `complete -c quire -f -n ${condition} -a ${name} -d ${quoted(about)}`),
    ...options.map(({ name, about }) => `complete -c quire -n ${condition} -l ${name.slice(2)} -d ${quoted(about)}`),
  ];
}

function namesOf(words: readonly Word[]): string {
  return words.map(({ name }) => name).join(' ');
}

function quoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, '\\$&')}'`;
}
