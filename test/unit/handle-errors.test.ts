import { expect } from 'chai';
import { OverloadedError } from '../../src/domain/errors.js';
import { handleErrors } from '../../src/http/middleware/handle-errors.js';
import type { HttpContext } from '../../src/http/state.js';

describe('handleErrors', () => {
  it('keeps no header about the content that the error replaces', async () => {
    const headers = new Map([
      ['ETag', '"1"'],
      ['Location', '/v1/documents/x'],
      ['Content-Encoding', 'gzip'],
      ['X-Request-Id', 'x'],
    ]);
    const ctx = {
      state: {},
      response: { get: (name: string) => headers.get(name) },
      set: (name: string, value: string) => headers.set(name, value),
      remove: (name: string) => headers.delete(name),
    } as unknown as HttpContext;
    await handleErrors(ctx, async () => {
      throw new OverloadedError('no room for the answer');
    });
    expect(ctx.status).to.equal(503);
    expect([...headers.keys()]).to.have.members(['X-Request-Id', 'Retry-After']);
  });
});
