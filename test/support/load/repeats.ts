import type { AnsweredKey, WorkerContext } from './worker-context.js';
import { checkWrite } from './check-answers.js';
import type { Reader } from './reads.js';

/** Sends a request that was answered once more: it gets the same answer, or hears that the document is gone. */
export async function repeatKey(worker: WorkerContext, key: AnsweredKey, send: Reader): Promise<void> {
  const { world, caller } = worker;
  const { of, call, answer: first } = key;
  const look = 'write' in of ? of.record.look() : undefined;
  const answer = await send(call);
  if (!answer) return;
  if (answer.status === 201) caller.expectSame(call, first, answer.body);
  const isChecked =
    'write' in of && look ? checkWrite(world, { ...of, call, look, isRepeat: true }, answer) : answer.status === 201;
  if (!isChecked) caller.unexpected(call, answer);
}
