import type { ApiRequest } from './api.js';

/** An answer that repeating would not change. `fatal`: no other request would fare better. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;

  constructor(request: ApiRequest, status: number, text: string) {
    const { code, message } = errorOf(text);
    super(`${request.method ?? 'GET'} ${request.path}: ${status} ${code} ${message}`.trim());
    this.status = status;
    this.code = code;
  }

  get fatal(): boolean {
    return (
      this.status === 401 ||
      this.code === 'INSUFFICIENT_ROLE' ||
      this.code === 'QUOTA_EXCEEDED' ||
      this.code === 'RATE_LIMITED'
    );
  }
}

/** The service does not answer. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

/** fetch hides the socket's error behind `fetch failed`. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause instanceof Error) return 'code' in cause ? String(cause.code) : cause.message;
  return error.message;
}

function errorOf(text: string): { code: string; message: string } {
  try {
    const { error } = JSON.parse(text) as { error?: { code?: string; message?: string } };
    return { code: error?.code ?? '', message: error?.message ?? '' };
  } catch {
    return { code: '', message: text.slice(0, 200) };
  }
}
