import { Ajv2020, type Options } from 'ajv/dist/2020.js';

/** For schemas that are constants of this program: checking them would double compilation time at each start. */
export function createAjv(options: Options): Ajv2020 {
  return new Ajv2020({ meta: false, validateSchema: false, strict: true, strictTypes: false, ...options });
}
