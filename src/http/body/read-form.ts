import { setImmediate as nextTurn } from 'node:timers/promises';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { QuireError, unsupportedType, validationError } from '../../domain/errors.js';

const PIECE_BYTES = 64 * 1024;

type FormLimits = { files: number; fileBytes: number };

/**
 * The files of a form by the names of their fields. `bytes`: all of it; files are copied out of it. Raises
 * `UNSUPPORTED_MEDIA_TYPE`, `PAYLOAD_TOO_LARGE` for a large file, and a validation error for what is no form of files.
 */
export async function readForm(
  bytes: Buffer,
  contentType: string | undefined,
  { files: most, fileBytes }: FormLimits,
): Promise<Map<string, Buffer>> {
  const form = formReader(contentType, { parts: most, fileSize: fileBytes, headerPairs: 10 });
  const files = new Map<string, Buffer>();
  const failures: QuireError[] = [];
  const { promise: ended, resolve, reject } = Promise.withResolvers<undefined>();
  const tear = () => reject(validationError([{ path: '', message: 'is not a whole form' }]));
  const fail = (error: QuireError) => failures.push(error);
  // Parts that are no files count, too.
  form.on('partsLimit', () => fail(validationError([{ path: '', message: `must have at most ${most} files` }])));
  form.on('file', (sent: string | undefined, file: BusboyFileStream) => {
    const name = sent ?? '';
    const pieces: Buffer[] = [];
    // A form that is cut off within a file. Nobody else listens, and the process would end.
    file.on('error', tear);
    file.on('data', (piece: Buffer) => pieces.push(piece));
    file.on('limit', () => fail(new QuireError('PAYLOAD_TOO_LARGE', { limit: fileBytes })));
    file.on('end', () => {
      if (files.has(name)) fail(fault(name, 'must be there once'));
      files.set(name, Buffer.concat(pieces));
    });
  });
  form.once('finish', () => resolve(undefined));
  form.on('error', tear);
  ended.catch(() => undefined);
  for (let at = 0; at < bytes.length && failures.length === 0; at += PIECE_BYTES) {
    form.write(bytes.subarray(at, at + PIECE_BYTES));
    await nextTurn();
  }
  if (failures.length === 0) {
    form.end();
    await ended;
  }
  const [failure] = failures;
  if (failure) throw failure;
  return files;
}

function formReader(contentType = '', limits: object): BusboyInstance {
  if (!/^multipart\/form-data\s*;/i.test(contentType)) throw unsupportedType(['multipart/form-data']);
  try {
    // A part without a filename is a file, too.
    return new Busboy({ headers: { 'content-type': contentType }, isPartAFile: () => true, limits });
  } catch {
    throw validationError([{ path: 'Content-Type', message: 'must name a boundary' }]);
  }
}

function fault(name: string, message: string): QuireError {
  return validationError([{ path: `/${name}`, message }]);
}
