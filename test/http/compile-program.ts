import { expect } from 'chai';
import ts from 'typescript';

/** What a careful program outside of this project is compiled with. */
export const STRICT: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
  types: [],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  verbatimModuleSyntax: true,
};

/** Beside its sources. */
export function compile(files: readonly string[], options: ts.CompilerOptions): void {
  const program = ts.createProgram(files, options);
  const { diagnostics } = program.emit();
  const faults = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  expect(faults.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).to.deep.equal([]);
}

/** Returns the options. */
export function compileClient(): ts.CompilerOptions {
  const { config } = ts.readConfigFile('src/client/tsconfig.json', ts.sys.readFile) as { config: unknown };
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, 'src/client');
  compile(fileNames, { ...options, incremental: false });
  return options;
}
