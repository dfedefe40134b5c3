import { expect } from 'chai';
import { searchResultText } from '../../src/http/present/documents.js';
import { livingHead } from '../support/factories.js';

const urlOf = (id: string) => `https://quire.example/"docs"/d/${id}`;

describe('the text of a search result', () => {
  // As the index keeps it: what `JSON.stringify` made.
  const wild = JSON.parse('{"tags":["a","\\u2028"],"__proto__":{"x":1},"n":1e21,"deep":[[{"":null}]]}') as unknown;
  const metadatas = [null, '{}', JSON.stringify(wild)];
  const titles = ['plain', 'quotes " and \\ and \n and \u0000', '😀 \u2028 é', '</script>'];

  for (const metadata of metadatas) {
    for (const title of titles) {
      it(`is what JSON says of ${JSON.stringify(title)} with ${metadata ?? 'no metadata'}`, () => {
        const head = livingHead({ title, metadata, currentVersion: 7, visibility: 'public', contentType: 'html' });
        expect(searchResultText(head, urlOf)).to.equal(
          JSON.stringify({
            id: head.id,
            url: urlOf(head.id),
            folder_id: head.folderId,
            title,
            content_type: 'html',
            metadata: metadata === null ? null : (JSON.parse(metadata) as unknown),
            visibility: 'public',
            created_at: head.createdAt,
            block_count: head.blockCount,
            current_version: 7,
            updated_at: head.updatedAt,
          }),
        );
      });
    }
  }
});
