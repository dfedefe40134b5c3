const MOST_EXAMPLES = 20;

/** Reports count everything, and keep the first few examples to bound memory. */
export function keepExample(examples: string[], example: string): void {
  if (examples.length < MOST_EXAMPLES) examples.push(example);
}
