/**
 * Refuses commit subjects that CONTRIBUTING.md does not allow. `node scripts/lint-subjects.mjs`: those of all commits
 * since `SINCE`. With the name of a file, as git's hook `commit-msg` is called: that of the message in it.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Older subjects stay as they are. */
const SINCE = '8e97413';
const MOST_CHARACTERS = 72;
const AREA = /^[A-Z]\w*: /;
/** Verbs that are not in the imperative, and articles. */
const NO_IMPERATIVE = /^(?:\w{2,}ing|\w{2,}[^e]ed|(?:Add|Mend|Fix|Make|Remove|Say|Test|Let)s|The|An?)$/i;
/** Imperatives that look otherwise. */
const IMPERATIVES = /^(?:Bring|String|Embed|Feed|Need|Speed|Seed|Shed|Ping|Ring)$/i;

/** What is wrong with the subject; undefined: nothing. */
function faultOf(subject) {
  const text = subject.replace(AREA, '');
  const [first = ''] = text.split(' ');
  if (subject.length > MOST_CHARACTERS) return `has ${subject.length} characters, more than ${MOST_CHARACTERS}`;
  if (!/^[A-Z]/.test(subject)) return 'does not begin with a capital letter';
  if (/[.;]$|; /.test(subject)) return 'ends with a full stop, or holds more than one change';
  if (NO_IMPERATIVE.test(first) && !IMPERATIVES.test(first)) return `does not begin with an imperative: ${first}`;
  return undefined;
}

function subjects(file) {
  if (file) return [readFileSync(file, 'utf8').split('\n', 1)[0]];
  const log = spawnSync('git', ['log', '--no-merges', '--format=%s', `${SINCE}..HEAD`], { encoding: 'utf8' });
  if (log.status === 0) return log.stdout.split('\n').filter((line) => line !== '');
  process.stderr.write(`NO COMMIT ${SINCE} IN THIS CLONE: SUBJECTS OF COMMITS ARE NOT CHECKED\n`);
  return [];
}

const faults = subjects(process.argv[2]).flatMap((subject) => {
  const fault = faultOf(subject);
  return fault ? [`"${subject}" ${fault}\n`] : [];
});
process.stderr.write(faults.join(''));
process.exitCode = faults.length > 0 ? 1 : 0;
