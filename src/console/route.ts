/** `sort`: absent: by title, or of words by relevance. */
export type SearchRoute = { page: 'search'; q: string; tags: readonly string[]; folderId: string; sort?: string };
export type DocumentsRoute = { page: 'documents'; folderId: string; sort?: string };

/** What the console shows. It is the fragment of the address, which never reaches a server. It never has the key. */
export type ConsoleRoute =
  | DocumentsRoute
  | SearchRoute
  /** `at`: a place in the document, by the name of its heading. */
  | { page: 'document'; id: string; version: number | undefined; showsVersions: boolean; at?: string }
  | { page: 'compare'; id: string; from: number; to: number }
  | { page: 'edit'; id: string }
  | { page: 'new'; folderId: string }
  | { page: 'limits' };

export function parseRoute(hash: string): ConsoleRoute {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const parameters = new URLSearchParams(query);
  const given = (name: string) => parameters.get(name) ?? '';
  const [first = '', second = '', third, ...others] = path.split('/').map(decoded);
  const sorted = given('sort') === '' ? {} : { sort: given('sort') };
  if (first === 'search') {
    const tags = parameters.getAll('tag').filter((tag) => tag !== '');
    return { page: 'search', q: given('q'), tags, folderId: given('folder'), ...sorted };
  }
  if (first === 'new') return { page: 'new', folderId: given('folder') };
  if (first === 'limits') return { page: 'limits' };
  if (first === 'documents' && second !== '') return documentRoute(second, third, { others, at: given('at') });
  return { page: 'documents', folderId: first === 'folders' ? second : '', ...sorted };
}

type Rest = { others: readonly string[]; at: string };

function documentRoute(id: string, part: string | undefined, { others, at }: Rest): ConsoleRoute {
  const [first, second] = others.map(wholeNumber);
  if (part === 'edit') return { page: 'edit', id };
  if (part === 'compare' && first !== undefined && second !== undefined) {
    return { page: 'compare', id, from: first, to: second };
  }
  return { page: 'document', id, version: first, showsVersions: part === 'versions', ...(at !== '' && { at }) };
}

export function hashOf(route: ConsoleRoute): string {
  switch (route.page) {
    case 'documents':
      return `${folderHash(route.folderId)}${queryOf({ sort: route.sort ?? '' })}`;
    case 'search':
      return `#/search${queryOf({ q: route.q, tag: route.tags, folder: route.folderId, sort: route.sort ?? '' })}`;
    case 'document':
      return `${documentHash(route.id)}${versionsPart(route)}${queryOf({ at: route.at ?? '' })}`;
    case 'compare':
      return `${documentHash(route.id)}/compare/${route.from}/${route.to}`;
    case 'edit':
      return `${documentHash(route.id)}/edit`;
    case 'new':
      return `#/new${queryOf({ folder: route.folderId })}`;
    case 'limits':
      return '#/limits';
  }
}

function folderHash(folderId: string): string {
  return folderId === '' ? '#/' : `#/folders/${encodeURIComponent(folderId)}`;
}

/** The folder that is open, or that a new document or a search is in; empty: none. */
export function folderOf(route: ConsoleRoute): string {
  return 'folderId' in route ? route.folderId : '';
}

export function documentHash(id: string): string {
  return `#/documents/${encodeURIComponent(id)}`;
}

export function tagHash(tag: string): string {
  return hashOf({ page: 'search', q: '', tags: [tag], folderId: '' });
}

function versionsPart({ version, showsVersions }: { version: number | undefined; showsVersions: boolean }): string {
  if (version !== undefined) return `/versions/${version}`;
  return showsVersions ? '/versions' : '';
}

function queryOf(values: Record<string, string | readonly string[]>): string {
  const pairs = Object.entries(values).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, each]),
  );
  const given = new URLSearchParams(pairs.filter(([, value]) => value !== ''));
  return given.size === 0 ? '' : `?${given.toString()}`;
}

function wholeNumber(text: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
