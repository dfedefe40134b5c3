import type { BackendFault } from './backend-faults.js';
import type { CrashPoint } from './steps.js';

/** What a test tells its service process; it answers each with `done`. */
export type Order = { crashAt: CrashPoint | null } | { fault: BackendFault | null };

/** What a service process tells its test. */
export type Report = { url: string } | { done: true };
