import { ERRORS, type QuireError } from '../../domain/errors.js';

/** The one shape of every error; only what the error table and `details` say ever leaves the service. */
export function presentError({ code, details }: Pick<QuireError, 'code' | 'details'>) {
  return { error: { code, message: ERRORS[code].message, details } };
}
