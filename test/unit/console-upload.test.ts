import { expect } from 'chai';
import { ApiError, type Client } from '../../src/client/client.js';
import { Upload, type UploadedFile } from '../../src/console/upload/upload.js';

describe('an upload of the console', () => {
  type Sent = { title: string; visibility: string | null };
  type Created = { title?: string; markdown: string; visibility?: string | null };

  /** `sent`: the documents that it has asked for. */
  function uploadOf(texts: Record<string, string>, onChange: () => void = () => {}) {
    const sent: Sent[] = [];
    let shown: readonly UploadedFile[] = [];
    let isFailing = false;
    const keys = new Set<string>();
    const createDocument = (document: Created, { idempotencyKey }: { idempotencyKey: string }) => {
      const { title = document.markdown.split('# ')[1], visibility = null } = document;
      keys.add(idempotencyKey);
      if (title === undefined) return Promise.reject(withoutTitle());
      sent.push({ title, visibility });
      if (!isFailing) return Promise.resolve({ id: title });
      isFailing = false;
      return Promise.reject(new Error('away'));
    };
    const upload = new Upload({
      client: { createDocument } as unknown as Client,
      folderId: '',
      files: Object.entries(texts).map(([name, text]) => new File([text], name)),
      onChange: (files) => {
        shown = files;
        onChange();
      },
    });
    const states = () => shown.map(({ name, state, isPublic }) => `${name} ${state}${isPublic ? ' public' : ''}`);
    const failNext = () => void (isFailing = true);
    return { upload, sent, keys, states, failNext };
  }

  const FILES = { 'a.md': '---\nvisibility: public\n---\n', 'b.md': '---\nvisibility: private\n---\n', 'c.md': 'Text' };

  it('gives the name of the file to a text that has no title, as a repeat of the same write', async () => {
    const { upload, sent, keys } = uploadOf({ 'a.md': '# Titled', 'b.markdown': 'Text' });
    await upload.run();
    expect(sent.map(({ title }) => title)).to.have.members(['Titled', 'b']);
    expect(keys).to.have.length(2);
  });

  for (const visibility of ['private', 'public'] as const) {
    it(`makes what calls itself public ${visibility} if the person says so, and nothing of it before`, async () => {
      const { upload, sent, states } = uploadOf(FILES);
      await upload.run();
      const others = [
        { title: 'b', visibility: 'private' },
        { title: 'c', visibility: null },
      ];
      expect(sent).to.deep.equal(others);
      expect(states()).to.deep.equal(['a.md asking', 'b.md made', 'c.md made']);
      await upload.decide(visibility);
      expect(sent).to.deep.equal([...others, { title: 'a', visibility }]);
      expect(states()[0]).to.equal(visibility === 'public' ? 'a.md made public' : 'a.md made');
    });
  }

  it('asks again for files that no question was about', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    let decided: Promise<void> | undefined;
    const texts = Object.fromEntries(names.map((name) => [`${name}.md`, FILES['a.md']]));
    const { upload, sent, states } = uploadOf(texts, () => {
      if (states().some((state) => state.endsWith(' asking'))) decided ??= upload.decide('public');
    });
    await upload.run();
    await decided;
    expect(sent).to.deep.equal([{ title: 'a', visibility: 'public' }]);
    expect(states()).to.deep.equal(['a.md made public', ...names.slice(1).map((name) => `${name}.md asking`)]);
    await upload.decide('private');
    expect(sent.slice(1).map(({ visibility }) => visibility)).to.deep.equal(names.slice(1).map(() => 'private'));
  });

  it('keeps the answer for a file that fails', async () => {
    const { upload, sent, states, failNext } = uploadOf({ 'a.md': FILES['a.md'] });
    await upload.run();
    failNext();
    await upload.decide('public');
    expect(states()).to.deep.equal(['a.md failed']);
    await upload.run();
    expect(states()).to.deep.equal(['a.md made public']);
    expect(sent).to.have.length(2);
  });
});

function withoutTitle(): Error {
  const errors = [{ path: '/title', message: 'is required' }];
  return new ApiError({ status: 400, error: { code: 'VALIDATION_ERROR', message: '', details: { errors } } });
}
