/** A JSON object as a client sent it. Any key is data, `__proto__` too: copy it only by spreading or JSON. */
export type JsonObject = { [key: string]: unknown };
