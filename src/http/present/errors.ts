import { ERRORS, type QuireError } from '../../domain/errors.js';

/** The one shape of every error. It exposes only the error table and `details`. */
export function presentError({ code, details }: Pick<QuireError, 'code' | 'details'>) {
  return { error: { code, message: ERRORS[code].message, details } };
}
