import { readConfig } from '../../../src/config/read-config.js';
import { describeApi } from '../../../src/http/openapi.js';
import { createPublicRouter } from '../../../src/http/public-router.js';
import type { RouteServices } from '../../../src/http/route.js';
import { allRoutes } from '../../../src/http/routes/all-routes.js';
import { Description, type DescriptionObject } from '../../http/description.js';

/** What a service with default settings says of itself; known before one runs, so that each route has its test. */
export function ownDescription(): Description {
  const { limits } = readConfig({});
  // Routes use their other services only while they handle a request.
  const services = { limits } as RouteServices;
  return new Description(JSON.parse(JSON.stringify(describeApi(allRoutes(services), limits))) as DescriptionObject);
}

/** The paths that need no key, as the router has them. They are not in the description. */
export function publicPaths(): string[] {
  // Handlers use the options only while they handle a request.
  const options = {} as Parameters<typeof createPublicRouter>[0];
  const { router } = createPublicRouter(options) as unknown as { router: { stack: { path: string }[] } };
  return [...new Set(router.stack.map(({ path }) => path))];
}
