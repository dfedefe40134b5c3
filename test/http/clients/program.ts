type Service = { url: string; apiKey: string; fetch: (request: Request) => Promise<Response> };

/** What a program saw of the service; all programs do the same. */
type Seen = {
  level: unknown;
  tags: string[];
  versions: number[];
  firstTitle: string;
  changes: string[];
  /** Whether the page of the document is HTML. */
  page: boolean;
  visibility: string | undefined;
  restored: number;
  found: (number | null)[];
  folders: string[];
  plan: string;
  byKey: (string | number | null | undefined)[];
  bulk: number;
  deleted: number | undefined;
  gone: string | undefined;
  invalid: string[];
  usedFor: boolean;
};

export type Program = (service: Service) => Promise<Seen>;

export const SEEN: Seen = {
  level: 2,
  tags: ['plan'],
  versions: [1, 2],
  firstTitle: 'Plan',
  changes: ['kept 2', 'added divider'],
  page: true,
  visibility: 'public',
  restored: 4,
  found: [4],
  folders: ['/Work'],
  plan: 'unmetered',
  byKey: ['created', 'Start', 'guides/start.md', 204],
  bulk: 201,
  deleted: 204,
  gone: 'DOCUMENT_NOT_FOUND',
  invalid: ['/name'],
  usedFor: true,
};
