/** A command that another process of this machine runs for its caller: what both send each other. */

/** `args`: as on the command line, from the command's name on. `columns`: width of the caller's terminal. */
export type CommandRequest = { args: string[]; user: string; isTTY: boolean; columns?: number };

/** How a command ended. `faults left`: it did its work and found faults for the operator. */
export type CommandEnd = { kind: 'done' } | { kind: 'failed' | 'stopped' | 'faults left'; reason: string };

/** `print`: a line of the result. `err`: text for standard error. `end` comes last. */
export type CommandAnswer = { print: string } | { err: string } | { end: CommandEnd };
