import { ERRORS, type QuireError } from '../../domain/errors.js';

type Presented = Pick<QuireError, 'code' | 'details'> & { publicMessage?: string };

/** The one shape of every error. It exposes only what is public, by default the message of the error table. */
export function presentError({ code, details, publicMessage: message = ERRORS[code].message }: Presented) {
  return { error: { code, message, details } };
}
