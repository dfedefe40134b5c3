import { ApiError, isApiError, NoAnswerError } from '../client/client.js';

/** An error in plain words. */
export type Trouble = { title: string; text: string };

const WORDS: Partial<Record<ApiError['code'], Trouble>> = {
  INVALID_API_KEY: {
    title: 'This key is not valid',
    text: 'Check it for missing characters. It may have been revoked.',
  },
  MISSING_API_KEY: { title: 'There is no key', text: 'Sign in with a key.' },
  DOCUMENT_NOT_FOUND: {
    title: 'There is no such document',
    text: 'It may have been deleted, or the address is wrong.',
  },
  ASSET_NOT_FOUND: {
    title: 'An image of this text is gone',
    text: 'It was put in long ago and was not saved. Remove it from the text, and put it in again.',
  },
  VERSION_NOT_FOUND: { title: 'There is no such version', text: 'The document has no version with this number.' },
  FOLDER_NOT_EMPTY: {
    title: 'The folder is not empty',
    text: 'Nothing was deleted. Move what is in it, or delete that, too.',
  },
  FOLDER_CYCLE: { title: 'A folder cannot be moved into itself', text: 'Nor into a folder below it.' },
  FOLDER_NOT_FOUND: { title: 'There is no such folder', text: 'The address may be wrong.' },
  ROUTE_NOT_FOUND: { title: 'The service cannot do this', text: 'It may be older than this console.' },
  NOT_OWNER: { title: 'This document belongs to somebody else', text: 'Sign in with a key of its owner.' },
  QUOTA_EXCEEDED: {
    title: 'No more documents this month',
    text: 'The plan allows no more new documents until the next month begins. Existing ones can still be changed.',
  },
  PRECONDITION_FAILED: {
    title: 'The document has changed',
    text: 'Somebody has saved another version since you opened it.',
  },
  PAYLOAD_TOO_LARGE: { title: 'This is too large', text: 'The service takes nothing of this size.' },
  UNAVAILABLE: {
    title: 'The service is busy or not ready',
    text: 'It said so itself. Nothing that you have written is lost. Try again in a moment.',
  },
  INTERNAL_ERROR: { title: 'Something went wrong in the service', text: 'Its log says more.' },
};

const LOST: Trouble = {
  title: 'The service does not answer',
  text: 'It may be stopped, or the network is down. Nothing that you have written is lost.',
};

export function troubleOf(error: unknown): Trouble {
  if (error instanceof NoAnswerError) return LOST;
  if (isApiError(error, 'INSUFFICIENT_ROLE')) {
    return { title: 'This key may not do that', text: `It lacks the role ${error.details.required}.` };
  }
  if (isApiError(error, 'VALIDATION_ERROR')) {
    const faults = error.details.errors.map(({ path, message }) => `${path} ${message}`.trim());
    return { title: 'The service does not take this', text: `${faults.join('; ')}.` };
  }
  if (isApiError(error, 'RATE_LIMITED')) return rateTrouble(error.retryAfterMs);
  if (error instanceof ApiError) {
    const { code, message } = error as ApiError;
    return WORDS[code] ?? { title: 'The service refused this', text: message };
  }
  return { title: 'This does not work', text: error instanceof Error ? error.message : String(error) };
}

function rateTrouble(retryAfterMs: number | undefined): Trouble {
  const wait = retryAfterMs === undefined ? 'Try again later.' : `Try again in ${durationText(retryAfterMs)}.`;
  return { title: 'The limit of the plan is reached', text: `It allows no more requests for now. ${wait}` };
}

export function durationText(ms: number): string {
  const seconds = Math.ceil(ms / 1_000);
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`;
}
