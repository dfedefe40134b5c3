import js from '@eslint/js';
import tseslint from 'typescript-eslint';

const CLUSTER_PATH = { name: 'node:cluster', message: 'Only the room workers knows of several processes.' };

/** The direction of imports is downward only: which rooms a room may not look into. */
const ROOMS = {
  domain: [
    'ports',
    'log',
    'coordination',
    'operations',
    'rebuild',
    'adapters',
    'http',
    'viewer',
    'cli',
    'config',
    'observability',
    'workers',
  ],
  ports: [
    'log',
    'coordination',
    'operations',
    'rebuild',
    'adapters',
    'http',
    'viewer',
    'cli',
    'config',
    'observability',
    'workers',
  ],
  log: [
    'coordination',
    'operations',
    'rebuild',
    'adapters',
    'http',
    'viewer',
    'cli',
    'config',
    'observability',
    'workers',
  ],
  coordination: [
    'log',
    'operations',
    'rebuild',
    'adapters',
    'http',
    'viewer',
    'cli',
    'config',
    'observability',
    'workers',
  ],
  operations: ['rebuild', 'adapters', 'http', 'viewer', 'cli', 'config', 'observability', 'workers'],
  rebuild: ['operations', 'adapters', 'http', 'viewer', 'cli', 'config', 'observability', 'workers'],
  adapters: ['coordination', 'operations', 'rebuild', 'http', 'viewer', 'cli', 'observability', 'workers'],
  http: ['rebuild', 'adapters', 'cli', 'log', 'coordination', 'workers'],
  viewer: [
    'ports',
    'log',
    'coordination',
    'operations',
    'rebuild',
    'adapters',
    'http',
    'cli',
    'config',
    'observability',
    'workers',
  ],
  config: [
    'ports',
    'log',
    'coordination',
    'operations',
    'rebuild',
    'adapters',
    'http',
    'viewer',
    'cli',
    'observability',
    'workers',
  ],
  cli: ['adapters', 'http', 'viewer', 'coordination'],
  workers: ['ports', 'log', 'coordination', 'operations', 'rebuild', 'adapters', 'viewer', 'cli'],
  observability: [
    'ports',
    'log',
    'coordination',
    'operations',
    'rebuild',
    'adapters',
    'http',
    'viewer',
    'cli',
    'config',
    'workers',
  ],
};

const roomRules = Object.entries(ROOMS).map(([room, closed]) => ({
  files: [`src/${room}/**/*.ts`],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        paths: room === 'workers' ? [] : [CLUSTER_PATH],
        patterns: [
          {
            regex: `^(\\.\\./)+(${closed.join('|')})/`,
            message: `${room} does not look into this room: imports go downward only.`,
          },
        ],
      },
    ],
  },
}));

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', '.stack/', 'data/'] },
  js.configs.recommended,
  ...tseslint.configs.strict,
  {
    files: ['**/*.ts'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    // Suites are long arrow functions: only what they call is bounded.
    files: ['src/**/*.ts', 'scripts/**/*.ts'],
    rules: { 'max-lines-per-function': ['error', { max: 50 }] },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/main.ts'],
    rules: {
      'no-restricted-globals': ['error', { name: 'process', message: 'Only main.ts touches the process.' }],
      'no-console': 'error',
    },
  },
  {
    rules: {
      'max-lines': ['error', { max: 300 }],
      'max-params': ['error', { max: 4 }],
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
      // A suite states many facts about one thing.
      'max-lines': ['error', { max: 400 }],
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unused-expressions': 'off',
    },
  },
  { files: ['src/*.ts'], rules: { 'no-restricted-imports': ['error', { paths: [CLUSTER_PATH] }] } },
  ...roomRules,
  { files: ['**/*.mjs'], languageOptions: { globals: { setTimeout: 'readonly', URL: 'readonly' } } },
  {
    files: ['**/*.cjs'],
    languageOptions: { globals: { require: 'readonly', module: 'writable' } },
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
);
