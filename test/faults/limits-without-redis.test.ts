/** What `GET /v1/limits` says while Redis is away: what this process counts, and nothing that nobody knows. */
import type { Static } from '@sinclair/typebox';
import { expect } from 'chai';
import type { LimitsAnswer } from '../../src/http/schemas/limits.js';
import { expectStatus, type Client } from '../http/client.js';
import { create } from '../http/making.js';
import { eventually } from '../races/support.js';
import { callerOf, describeWithFaults } from './fault-injected-service.js';

type Limits = Static<typeof LimitsAnswer>;

describeWithFaults(
  'GET /v1/limits without Redis',
  () => ({}),
  (service) => {
    const left = async (caller: Client) => expectStatus(await caller.get<Limits>('/v1/limits'), 200);

    afterEach(async () => {
      await service().heal();
      await eventually('counted in Redis again', async () => {
        await service().api.stranger.get('/v1/folders');
        return (await service().metric('quire_limiter_shared')) === 1;
      });
    });

    it('counts requests in this process, and documents in the index', async () => {
      const caller = await callerOf(service(), 'two-thousand-bytes');
      await create(caller);
      const shared = await left(caller);
      expect(shared.requests.minute.remaining).to.be.below(998);
      expect(shared.stored_bytes.day.remaining).to.be.below(2_000);
      service().redis.freeze();
      for (const remaining of [999, 998]) {
        const local = await left(caller);
        expect(local.requests).to.have.nested.property('minute.remaining', remaining);
        expect(local.requests).to.have.nested.property('day.remaining', remaining);
        expect(local.stored_bytes.day).to.include({ limit: 2_000, remaining: 2_000 });
        expect(local.documents).to.deep.equal(shared.documents);
      }
    });

    it('says null of documents where the index is away too', async () => {
      const caller = await callerOf(service(), 'two-thousand-bytes');
      const { documents: known } = await left(caller);
      service().redis.freeze();
      await service().openSearch.refuse();
      const { requests, documents } = await left(caller);
      expect(requests.minute.remaining).to.equal(999);
      expect(documents.month).to.deep.equal({ ...known.month, used: null, remaining: null });
    });
  },
);
