import type { IncomingMessage, ServerResponse } from 'node:http';

/** A client that sent `Expect: 100-continue` sends its body only after its headers were checked. */
export function askForBody({ req, res }: { req: IncomingMessage; res: ServerResponse }): void {
  if (req.headers.expect?.toLowerCase() !== '100-continue') return;
  res.removeHeader('Connection');
  res.writeContinue();
}
