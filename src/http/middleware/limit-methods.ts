import { QuireError } from '../../domain/errors.js';
import type { Middleware } from '../state.js';

export function refuseOtherMethods(taken: readonly string[]): Middleware {
  const allow = taken.flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()])).join(', ');
  return (ctx) => {
    ctx.set('Allow', allow);
    throw new QuireError('METHOD_NOT_ALLOWED', { allow });
  };
}

export const refuseUnknownPath: Middleware = () => {
  throw new QuireError('ROUTE_NOT_FOUND');
};
