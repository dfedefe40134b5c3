import { expect } from 'chai';
import { expectError, expectStatus, header, type Client } from './client.js';
import { create, paragraph, push, unknownId } from './making.js';
import { describeHttp } from './suite.js';

const pageOf = (id: string, query = '') => `/v1/documents/${id}/view${query}`;

describeHttp('the page of a document for its key', (api) => {
  let alice: Client;
  before(async () => {
    alice = await api.caller();
  });

  it('shows a private document, newest or of a version, in the headers of a page', async () => {
    const { id } = await create(alice, { title: 'First', blocks: [paragraph('before **that**')] });
    await push(alice, id, { title: 'Second', blocks: [paragraph('after that')] });
    const page = await alice.get(pageOf(id));
    expectStatus(page, 200);
    expect(page.text)
      .to.match(/^<!doctype html>/)
      .and.include('<h1 dir="auto">Second</h1>')
      .and.include('after that')
      .and.include('Version 2');
    expect(header(page, 'Content-Type')).to.equal('text/html; charset=utf-8');
    expect(header(page, 'Content-Security-Policy'))
      .to.match(/^default-src 'none';.* sandbox/)
      .and.not.match(/script-src|unsafe/);
    const old = await alice.get(pageOf(id, '?version=1'));
    expect(old.text).to.include('First').and.include('before <strong>that</strong>').and.include('Version 1');
    expect(header(old, 'ETag')).not.to.equal(header(page, 'ETag'));
  });

  it('has parts, which the Link header names and no link of the page', async () => {
    const blocks = Array.from({ length: 30 }, () => paragraph('word '.repeat(20_000)));
    const { id } = await create(alice, { visibility: 'public', blocks });
    const first = await alice.get(pageOf(id));
    expect(header(first, 'Link')).to.equal('<?part=2>; rel="next"');
    expect(first.text)
      .to.include('Part 1 of')
      .and.not.match(/<a rel="next"/);
    const second = await alice.get(pageOf(id, '?part=2&version=1'));
    expect(header(second, 'Link')).to.equal('<?part=1&version=1>; rel="prev", <?part=3&version=1>; rel="next"');
    expect(second.text).to.include('Part 2 of');
    expectError(await alice.get(pageOf(id, '?part=99999999999999999999')), 'PART_NOT_FOUND');
    expect((await api.stranger.get(`/d/${id}`)).text).to.include('<a rel="next" href="?part=2">');
  });

  it('is 304 to who has it, and never for a part that is not there', async () => {
    const { id } = await create(alice);
    const tag = header(await alice.get(pageOf(id)), 'ETag');
    expectStatus(await alice.get(pageOf(id), { 'If-None-Match': tag }), 304);
    expectStatus(await alice.head(pageOf(id)), 200);
    expectError(await alice.get(pageOf(id, '?part=2'), { 'If-None-Match': '*' }), 'PART_NOT_FOUND');
    await push(alice, id, { title: 'Two' });
    expectStatus(await alice.get(pageOf(id), { 'If-None-Match': tag }), 200);
  });

  it('follows the rules of reading the document', async () => {
    const { id } = await create(alice, { visibility: 'public' });
    const bob = await api.caller();
    expectError(await bob.get(pageOf(id)), 'NOT_OWNER');
    expectError(await bob.get(pageOf(id, '?version=1')), 'NOT_OWNER');
    expectError(await alice.get(pageOf(unknownId())), 'DOCUMENT_NOT_FOUND');
    expectError(await alice.get(pageOf(id, '?version=2')), 'VERSION_NOT_FOUND');
    for (const query of ['?part=0', '?part=1&part=2', '?version=x', '?version=%ff'])
      expectError(await alice.get(pageOf(id, query)), 'VALIDATION_ERROR');
    expectError(await api.stranger.get(pageOf(id)), 'MISSING_API_KEY');
  });

  it('counts like any request', async () => {
    const { id } = await create(alice);
    const left = async () => Number(header(await alice.get(pageOf(id)), 'X-RateLimit-Remaining'));
    expect((await left()) - (await left())).to.equal(1);
  });
});
