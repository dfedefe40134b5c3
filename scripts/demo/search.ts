import type { DemoApi, ApiAnswer } from './api.js';

export interface DemoSearchQuery {
  readonly q?: string;
  readonly tag?: string;
  readonly folder_id?: string;
  readonly offset?: number;
}

export interface DemoSearchPage {
  readonly results: readonly (Record<string, unknown> & { readonly id: string; readonly title: string })[];
  readonly count: number;
}

/** The largest page that the service gives. */
export const PAGE_SIZE = 50;

export function search(api: DemoApi, query: DemoSearchQuery): Promise<ApiAnswer<DemoSearchPage>> {
  const parameters = new URLSearchParams({ limit: String(PAGE_SIZE) });
  for (const [name, value] of Object.entries(query)) parameters.set(name, String(value));
  return api.json<DemoSearchPage>({ path: `/v1/documents/search?${parameters.toString()}` });
}

/** Pages through the results until the document is met; undefined when it is not among them. */
export async function findBySearch(
  api: DemoApi,
  query: DemoSearchQuery,
  id: string,
): Promise<Record<string, unknown> | undefined> {
  for (let offset = 0; ; offset += PAGE_SIZE) {
    const { body } = await search(api, { ...query, offset });
    const found = body.results.find((result) => result.id === id);
    if (found !== undefined || body.results.length < PAGE_SIZE) return found;
  }
}
