import js from '@eslint/js';
import tseslint from 'typescript-eslint';

const CLUSTER_PATH = { name: 'node:cluster', message: 'Only the room workers knows of several processes.' };

/** Imports go downward only: the rooms below each room, from which it may import. */
const ROOMS = {
  client: [],
  domain: [],
  platform: ['domain'],
  ports: ['domain'],
  config: ['domain', 'platform'],
  observability: ['domain', 'platform'],
  log: ['ports', 'domain', 'platform'],
  markdown: ['domain', 'platform'],
  render: ['markdown', 'domain', 'platform'],
  directory: ['client', 'markdown', 'domain', 'platform'],
  console: ['client', 'markdown', 'domain', 'platform'],
  consistency: ['log', 'ports', 'domain', 'platform'],
  adapters: ['config', 'log', 'ports', 'domain', 'platform'],
  operations: ['consistency', 'log', 'ports', 'domain', 'platform'],
  maintenance: ['consistency', 'log', 'ports', 'domain', 'platform'],
  http: ['operations', 'render', 'markdown', 'config', 'observability', 'ports', 'domain', 'platform'],
  server: [
    'http',
    'render',
    'operations',
    'adapters',
    'consistency',
    'config',
    'observability',
    'log',
    'ports',
    'domain',
    'platform',
  ],
  workers: ['server', 'http', 'config', 'observability', 'domain', 'platform'],
  cli: [
    'workers',
    'server',
    'directory',
    'client',
    'markdown',
    'operations',
    'maintenance',
    'config',
    'observability',
    'log',
    'ports',
    'domain',
    'platform',
  ],
};

/** None of them imports another. */
const ADAPTERS = ['sqlite', 'memory', 'opensearch', 'redis', 's3', 'decorators'];

/** Within a room: the sub-rooms into which a sub-room may not look. */
const SUB_ROOMS = {
  'cli/process': ['commands', 'remote'],
  'cli/commands': ['remote'],
  'cli/remote': ['commands'],
  'maintenance/shared': ['reindex', 'doctor', 'gc', 'sync'],
  'maintenance/reindex': ['doctor', 'gc', 'sync'],
  'maintenance/doctor': ['reindex', 'gc', 'sync'],
  'maintenance/gc': ['reindex', 'doctor', 'sync'],
  'maintenance/sync': ['reindex', 'doctor', 'gc'],
  'operations/write': ['auth'],
  'operations/auth': ['write'],
  ...Object.fromEntries(ADAPTERS.map((one) => [`adapters/${one}`, ADAPTERS.filter((other) => other !== one)])),
  'adapters/opensearch/transport': ['model', 'documents', 'admin'],
  'adapters/opensearch/model': ['documents', 'admin'],
  'adapters/opensearch/documents': ['admin'],
  'directory/files': ['push', 'pull'],
  'directory/push': ['pull'],
  'directory/pull': ['push'],
  'markdown/front-matter': ['notes'],
  'markdown/notes': ['front-matter'],
  'render/safety': ['blocks', 'page', 'worker'],
  'render/blocks': ['page', 'worker'],
  'render/page': ['worker'],
  'http/answers': ['routes', 'viewer', 'console', 'middleware', 'limits', 'body', 'bulk'],
  'http/body': ['routes', 'viewer', 'console', 'answers', 'middleware', 'bulk'],
  'http/limits': ['routes', 'viewer', 'console', 'body', 'middleware', 'answers', 'present', 'openapi', 'bulk'],
  'http/present': ['routes', 'viewer', 'console', 'middleware', 'limits', 'body', 'answers', 'bulk'],
  'http/openapi': ['routes', 'viewer', 'console', 'middleware', 'limits', 'body', 'answers', 'present', 'bulk'],
  'http/schemas': ['routes', 'viewer', 'console', 'middleware', 'limits', 'body', 'answers', 'present', 'bulk'],
  'http/routes': ['viewer', 'console', 'middleware', 'body', 'bulk'],
  'http/middleware': ['routes', 'viewer', 'console', 'bulk'],
  'http/bulk': ['routes', 'viewer'],
  'http/viewer': ['routes', 'body', 'console'],
  'http/console': ['routes', 'body', 'limits', 'middleware', 'bulk'],
  'http/pages': ['routes', 'console', 'middleware', 'limits', 'body', 'bulk'],
};

function roomRule(room, closed) {
  const own = room.split('/');
  const patterns = own.map((_, depth) => ({
    regex: `^(\\.\\./)+(${closedAt(own.slice(0, depth + 1).join('/')).join('|')})/`,
    message: `${room} does not look into this room: imports go downward only.`,
  }));
  return {
    files: [`src/${room}/**/*.{ts,tsx}`],
    rules: { 'no-restricted-imports': ['error', { paths: own[0] === 'workers' ? [] : [CLUSTER_PATH], patterns }] },
  };

  function closedAt(level) {
    return level === own[0]
      ? Object.keys(ROOMS).filter((other) => other !== level && !ROOMS[level].includes(other))
      : closed[level];
  }
}

/** ESLint takes the last rule that matches a file: a sub-room's rule repeats those of the rooms around it. */
const roomRules = [...Object.keys(ROOMS), ...Object.keys(SUB_ROOMS)].map((room) => roomRule(room, SUB_ROOMS));

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', '.stack/', 'data/'] },
  // Made by `npm run client-types`.
  { ignores: ['src/client/api-types.ts'] },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked.map((config) => ({ ...config, files: ['**/*.{ts,tsx}'] })),
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      // `return fail(…)` ends a function and calls another in one line.
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/prefer-promise-reject-errors': ['error', { allowThrowingUnknown: true }],
      // The checker does not see what callbacks and other turns change, nor that answers of backends lack a member.
      '@typescript-eslint/no-unnecessary-condition': 'off',
      // Sockets and commands of libraries are told apart by their members.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      // Ports and options are records of functions: taking one out of a record is how they are used.
      '@typescript-eslint/unbound-method': 'off',
      // An async function without await turns a raised error into a rejection, which a port's caller expects.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    // Suites are long arrow functions: only what they call is bounded.
    files: ['src/**/*.{ts,tsx}', 'scripts/**/*.ts'],
    rules: { 'max-lines-per-function': ['error', { max: 50 }] },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['src/main.ts'],
    rules: {
      'no-restricted-globals': ['error', { name: 'process', message: 'Only main.ts touches the process.' }],
      'no-console': 'error',
    },
  },
  {
    files: ['src/{console,directory,domain,http,markdown,operations,render}/**/*.{ts,tsx}'],
    ignores: ['src/domain/web-address.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'NewExpression[callee.name="URL"][arguments.length=1], ' +
            'CallExpression[callee.object.name="URL"][callee.property.name=/parse/i]',
          message: 'A long host takes the parser seconds: `webAddress` parses text of others.',
        },
      ],
    },
  },
  {
    rules: {
      'max-lines': ['error', { max: 300 }],
      'max-params': ['error', { max: 3 }],
      'max-len': [
        'error',
        { code: 120, ignoreUrls: true, ignoreStrings: true, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true },
      ],
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true } }],
      'no-warning-comments': 'error',
      eqeqeq: 'error',
    },
  },
  { files: ['eslint.config.js'], rules: { 'no-restricted-exports': 'off' } },
  {
    files: ['test/**/*.ts'],
    rules: {
      'max-params': ['error', { max: 4 }],
      // Answers are JSON of any shape until a suite has looked at them.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-base-to-string': 'off',
      '@typescript-eslint/restrict-template-expressions': 'off',
      '@typescript-eslint/no-misused-spread': 'off',
      '@typescript-eslint/use-unknown-in-catch-callback-variable': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unused-expressions': 'off',
    },
  },
  // Koa's middleware returns any.
  { files: ['src/http/**/*.ts'], rules: { '@typescript-eslint/no-unsafe-return': 'off' } },
  { files: ['src/*.ts'], rules: { 'no-restricted-imports': ['error', { paths: [CLUSTER_PATH] }] } },
  ...roomRules,
  {
    files: ['test/acceptance/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: [{ regex: '(^|/)src/', message: 'The acceptance suite knows a URL and keys alone.' }] },
      ],
    },
  },
  {
    files: ['**/*.mjs'],
    languageOptions: { globals: { console: 'readonly', process: 'readonly', setTimeout: 'readonly', URL: 'readonly' } },
  },
  {
    files: ['**/*.cjs'],
    languageOptions: { globals: { require: 'readonly', module: 'writable' } },
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
);
