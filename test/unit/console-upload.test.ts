import { expect } from 'chai';
import type { Client } from '../../src/client/client.js';
import { Upload, type UploadedFile } from '../../src/console/upload/upload.js';

describe('an upload of the console', () => {
  type Sent = { title: string; visibility?: string | null };

  /** `sent`: the documents that it has asked for. */
  function uploadOf(texts: Record<string, string>) {
    const sent: Sent[] = [];
    let shown: readonly UploadedFile[] = [];
    const createDocument = ({ title, visibility = null }: Sent) => {
      sent.push({ title, visibility });
      return Promise.resolve({ id: title });
    };
    const upload = new Upload({
      client: { createDocument } as unknown as Client,
      folderId: '',
      files: Object.entries(texts).map(([name, text]) => new File([text], name)),
      onChange: (files) => (shown = files),
    });
    const states = () => shown.map(({ name, state, isPublic }) => `${name} ${state}${isPublic ? ' public' : ''}`);
    return { upload, sent, states };
  }

  const FILES = { 'a.md': '---\nvisibility: public\n---\n', 'b.md': '---\nvisibility: private\n---\n', 'c.md': 'Text' };

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
});
