import type { Api, ApiAnswer } from './api.js';

export interface SearchQuery {
  readonly q?: string;
  readonly tag?: string;
  readonly folder_id?: string;
  readonly offset?: number;
}

export interface SearchPage {
  readonly results: readonly (Record<string, unknown> & { readonly id: string; readonly title: string })[];
  readonly count: number;
}

/** The largest page that the service gives. */
export const PAGE_SIZE = 50;

export function search(api: Api, query: SearchQuery): Promise<ApiAnswer<SearchPage>> {
  const parameters = new URLSearchParams({ limit: String(PAGE_SIZE) });
  for (const [name, value] of Object.entries(query)) parameters.set(name, String(value));
  return api.json<SearchPage>({ path: `/v1/documents/search?${parameters.toString()}` });
}

/** Pages through the results until the document is met; undefined when it is not among them. */
export async function findBySearch(
  api: Api,
  query: SearchQuery,
  id: string,
): Promise<Record<string, unknown> | undefined> {
  for (let offset = 0; ; offset += PAGE_SIZE) {
    const { body } = await search(api, { ...query, offset });
    const found = body.results.find((result) => result.id === id);
    if (found !== undefined || body.results.length < PAGE_SIZE) return found;
  }
}
