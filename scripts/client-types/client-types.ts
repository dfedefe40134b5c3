import openapiTS, { astToString } from 'openapi-typescript';
import { readConfig } from '../../src/config/read-config.js';
import { describeApi } from '../../src/http/openapi.js';
import type { RouteServices } from '../../src/http/route.js';
import { allRoutes } from '../../src/http/routes/all-routes.js';

export const CLIENT_TYPES_FILE = 'src/client/api-types.ts';

const HEADER = '/** Made by `npm run client-types` from the OpenAPI description. */\n\n';

/** The text of the types of the interface, as a service with default settings describes it. */
export async function clientTypes(): Promise<string> {
  const { limits } = readConfig({});
  // Routes use their other services only while they handle a request.
  const services = { limits } as RouteServices;
  return HEADER + astToString(await openapiTS(JSON.stringify(describeApi(allRoutes(services), limits))));
}
