import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runTool } from './tool.js';

/** Kubernetes' own description of its interface is in its Go module. */
const MODULE = 'k8s.io/kubernetes@v1.34.4';

type Definition = {
  properties?: object;
  additionalProperties?: unknown;
  'x-kubernetes-group-version-kind'?: { group: string; version: string; kind: string }[];
};

/** Where the description shows a string only. */
const EITHER = {
  'io.k8s.apimachinery.pkg.util.intstr.IntOrString': ['string', 'integer'],
  'io.k8s.apimachinery.pkg.api.resource.Quantity': ['string', 'number'],
};

/** Writes a JSON schema for each kind, as kubeconform wants it. Unknown fields are faults. */
export async function writeKubernetesSchemas(folder: string): Promise<void> {
  const { Dir: dir } = JSON.parse(await runTool('go', ['mod', 'download', '-json', MODULE])) as { Dir: string };
  const text = await readFile(join(dir, 'api/openapi-spec/swagger.json'), 'utf8');
  const { definitions } = JSON.parse(text) as { definitions: Record<string, Definition> };
  const strict = Object.fromEntries(
    Object.entries(definitions).map(([name, definition]) => [
      name,
      definition.properties ? { additionalProperties: false, ...definition } : definition,
    ]),
  );
  for (const [name, types] of Object.entries(EITHER)) Object.assign(strict, { [name]: { type: types } });
  for (const [name, definition] of Object.entries(definitions)) {
    for (const { group, version, kind } of definition['x-kubernetes-group-version-kind'] ?? []) {
      const file = [kind, ...group.split('.').slice(0, 1), version]
        .filter((part) => part !== '')
        .join('-')
        .toLowerCase();
      const schema = { $ref: `#/definitions/${name}`, definitions: strict };
      if (WANTED.has(kind)) await writeFile(join(folder, `${file}.json`), JSON.stringify(schema));
    }
  }
}

/** Each file repeats all definitions: some megabytes. */
const WANTED = new Set([
  'ConfigMap',
  'CronJob',
  'Deployment',
  'HorizontalPodAutoscaler',
  'Ingress',
  'NetworkPolicy',
  'PodDisruptionBudget',
  'Service',
  'ServiceAccount',
]);
