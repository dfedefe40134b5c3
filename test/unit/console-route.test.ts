import { expect } from 'chai';
import { MinuteWindow } from '../../src/console/rate-window.js';
import { hashOf, parseRoute, type ConsoleRoute } from '../../src/console/route.js';

describe('the address of the console', () => {
  const routes: ConsoleRoute[] = [
    { page: 'documents', folderId: '' },
    { page: 'documents', folderId: 'f/1' },
    { page: 'documents', folderId: '', sort: '-updated_at' },
    { page: 'search', q: 'a b&c', tags: ['#x', 'y'], folderId: 'f' },
    { page: 'document', id: 'd%1', version: undefined, showsVersions: false },
    { page: 'document', id: 'd', version: undefined, showsVersions: true },
    { page: 'document', id: 'd', version: 3, showsVersions: true },
    { page: 'document', id: 'd', version: undefined, showsVersions: false, at: 'übers-1' },
    { page: 'compare', id: 'd', from: 1, to: 12 },
    { page: 'edit', id: 'd' },
    { page: 'new', folderId: 'f' },
    { page: 'limits' },
  ];
  for (const route of routes) {
    it(`names what is shown, as ${hashOf(route)}`, () => {
      expect(parseRoute(hashOf(route))).to.deep.equal(route);
    });
  }

  it('leads somewhere, whatever it is', () => {
    for (const hash of ['', '#', '#/nothing', '#/documents', '#/documents/%E0%A4%A', '#/documents/d/compare/x/y']) {
      expect(parseRoute(hash).page).to.be.oneOf(['documents', 'document']);
    }
  });
});

describe('the window of requests', () => {
  function windowOf(remaining: number, leftSeconds: number): MinuteWindow {
    const window = new MinuteWindow();
    const now = Date.UTC(2026, 0, 1);
    window.read(
      new Headers({
        'X-RateLimit-Limit': '20',
        'X-RateLimit-Remaining': String(remaining),
        'X-RateLimit-Reset': String(now / 1_000 + leftSeconds),
        Date: new Date(now).toUTCString(),
      }),
    );
    return window;
  }

  it('lets a search begin while some requests are left', () => {
    expect(windowOf(4, 60).searchWait()).to.equal(0);
    expect(new MinuteWindow().searchWait()).to.equal(0);
  });

  it('has it wait for the end of the window, by the clock of the service', () => {
    const window = windowOf(3, 60);
    const endsAt = window.state?.endsAt ?? 0;
    expect(window.searchWait(endsAt - 5_000)).to.equal(5_000);
    expect(window.searchWait(endsAt + 1)).to.equal(0);
  });
});
