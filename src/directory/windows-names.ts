import { platform } from 'node:os';

/** Names of devices, with any extension; characters with a meaning, as a stream's colon has; and ends that are cut. */
const NO_NAME = /^(?:con|prn|aux|nul|(?:com|lpt)[\d¹²³])(?:\.|$)|[<>:"|?*]|[. ]$/i;

/** Whether Windows would take a name of the path, which has slashes, for something else. */
export function isNoWindowsPath(path: string): boolean {
  return path.split('/').some((name) => NO_NAME.test(name));
}

export function isPathOfThisSystem(path: string): boolean {
  return platform() !== 'win32' || !isNoWindowsPath(path);
}
